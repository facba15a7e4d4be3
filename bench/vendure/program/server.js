// The API: one process.
"use strict";
const { bootstrap } = require("@vendure/core");
const { configuration } = require("./configuration");

bootstrap(configuration).then(() => console.error(`ready http://127.0.0.1:${process.env.VENDURE_PORT}`));
