/** One of several processes that share tokens: prints the access token it calls with. */
import { OAuth } from "../index.js";
import { FileTokenStore } from "../node.js";

const [mallUrl = "", clientId = "", clientSecret = "", path = ""] = process.argv.slice(2);
const oauth = new OAuth({ mallUrl, clientId, clientSecret, store: new FileTokenStore(path) });
console.log(await oauth.accessToken());
