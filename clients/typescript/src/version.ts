/** The version of this package, as servers see it in `User-Agent`; browsers send their own. */
export const PACKAGE_VERSION = "0.1.0";
export const USER_AGENT = `openmall-client-typescript/${PACKAGE_VERSION}`;
