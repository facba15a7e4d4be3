// The shop that is measured: what its makers advise for production, and nothing that slows it.
"use strict";
const {
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSearchPlugin,
  LogLevel,
  dummyPaymentHandler,
} = require("@vendure/core");

exports.configuration = {
  apiOptions: {
    hostname: "127.0.0.1",
    port: Number(process.env.VENDURE_PORT),
    introspection: false,
  },
  authOptions: {
    tokenMethod: ["bearer"],
    requireVerification: false,
    superadminCredentials: {
      identifier: "superadmin",
      password: process.env.VENDURE_PASSWORD,
    },
  },
  dbConnectionOptions: {
    type: "postgres",
    host: process.env.PGHOST,
    username: process.env.PGUSER,
    database: process.env.PGDATABASE,
    synchronize: process.env.VENDURE_MAKE_TABLES === "yes",
    logging: false,
    extra: { max: 10 },
  },
  logger: new DefaultLogger({ level: LogLevel.Error, timestamp: false }),
  // the cache of sessions, channels, zones and tax rates stays what it is: in the process's memory
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [
    DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
    DefaultSearchPlugin.init({ bufferUpdates: false }),
  ],
};
