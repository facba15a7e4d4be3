// Makes the tables, a shop that can sell, its customers, and products of four variants each.
"use strict";
const { bootstrap, FastImporterService, LanguageCode, TaxCategoryService, RequestContextService,
  CustomerService, SearchService, TransactionalConnection } = require("@vendure/core");
const { populateInitialData } = require("@vendure/core/cli");
const { configuration } = require("./configuration");

const PRODUCTS = Number(process.argv[2]);
const CUSTOMERS = Number(process.argv[3]);
const en = LanguageCode.en;
const COLOURS = ["Snow", "Moss"];
const SIZES = ["300ml", "450ml"];
// about as long as the descriptions of the other shop's products
const DESCRIPTION = "<p>Glazed twice for a surface like settled snow, safe in every dishwasher.</p>"
  .repeat(7);

async function group(importer, product, code, name, values) {
  const id = await importer.createProductOptionGroup({
    code, options: [], translations: [{ languageCode: en, name }],
  });
  const options = [];
  for (const value of values) {
    options.push(await importer.createProductOption({
      productOptionGroupId: id,
      code: value.toLowerCase(),
      translations: [{ languageCode: en, name: value }],
    }));
  }
  await importer.addOptionGroupToProduct(product, id);
  return options;
}

async function product(importer, number, taxCategoryId) {
  const name = `Cup ${number}`;
  const id = await importer.createProduct({
    translations: [{ languageCode: en, name, slug: `cup-${number}`, description: DESCRIPTION }],
  });
  const colours = await group(importer, id, `colour-${number}`, "Colour", COLOURS);
  const sizes = await group(importer, id, `size-${number}`, "Size", SIZES);
  for (const [c, colour] of colours.entries()) {
    for (const [s, size] of sizes.entries()) {
      await importer.createProductVariant({
        productId: id,
        sku: `CUP-${number}-${c}${s}`,
        price: 9900,
        taxCategoryId,
        stockOnHand: 1000000,
        optionIds: [colour, size],
        translations: [{ languageCode: en, name: `${name} ${COLOURS[c]} ${SIZES[s]}` }],
      });
    }
  }
}

async function main() {
  const app = await bootstrap(configuration);
  await populateInitialData(app, {
    defaultLanguage: en,
    defaultZone: "Asia",
    countries: [{ code: "KR", name: "Korea", zone: "Asia" }],
    taxRates: [{ name: "Standard", percentage: 10 }],
    shippingMethods: [{ name: "Parcel", price: 300 }],
    paymentMethods: [{
      name: "Card",
      handler: { code: "dummy-payment-handler", arguments: [{ name: "automaticSettle", value: "true" }] },
    }],
    collections: [],
  });
  const ctx = await app.get(RequestContextService).create({ apiType: "admin" });
  const tax = (await app.get(TaxCategoryService).findAll(ctx)).items[0].id;
  const importer = app.get(FastImporterService);
  await importer.initialize();
  for (let number = 1; number <= PRODUCTS; number += 1) {
    await product(importer, number, tax);
    if (number % 500 === 0) console.error(`${number} of ${PRODUCTS} products`);
  }
  for (let number = 0; number < CUSTOMERS; number += 1) {
    await app.get(CustomerService).create(
      ctx,
      { firstName: "Min", lastName: "Kim", emailAddress: `member-${number}@example.com` },
      process.env.VENDURE_PASSWORD,
    );
  }
  // each variant asked for its own line in the index; all of it is made at once instead
  await app.get(TransactionalConnection).rawConnection.query("DELETE FROM job_record");
  await app.get(SearchService).reindex(ctx);
  await app.close();
}

main().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
