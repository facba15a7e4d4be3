// The card form of a payment: Stripe's script draws the fields, sends the card and shows the
// challenge of the bank. The shop settles the payment at data-return.
(() => {
  "use strict";

  const form = document.querySelector("[data-payment]");
  const problem = form.querySelector("[data-problem]");
  const button = form.querySelector("button");

  function tell(message) {
    problem.textContent = message || form.dataset.failed;
    problem.hidden = false;
    button.disabled = false;
  }

  if (typeof Stripe === "undefined") { tell(""); button.disabled = true; return; }
  const stripe = Stripe(form.dataset.key);
  const card = stripe.elements().create("card");
  card.mount(form.querySelector("[data-card]"));
  button.disabled = false;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    problem.hidden = true;
    try {
      const paid = await stripe.confirmCardPayment(form.dataset.secret, { payment_method: { card } });
      // localstripe answers a failed challenge with the payment itself
      const failed = paid.error || paid.paymentIntent.last_payment_error;
      if (failed) { tell(failed.message); return; }
    } catch (error) {
      tell("");
      return;
    }
    window.location.assign(form.dataset.return);
  });
})();
