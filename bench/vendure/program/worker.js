// What is done later, in a process of its own: the search index.
"use strict";
const { bootstrapWorker } = require("@vendure/core");
const { configuration } = require("./configuration");

bootstrapWorker(configuration)
  .then((worker) => worker.startJobQueue())
  .then(() => console.error("ready worker"));
