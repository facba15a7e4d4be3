// Passkeys (WebAuthn). A form with data-passkey "get" or "create" and the options of the server in
// data-options is shown where the browser can do it. When it is sent, the browser asks for the
// passkey first; its answer goes into the field "credential". Without a script the form stays
// hidden: the page has another way.
(() => {
  "use strict";

  const octets = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const text = (buffer) => buffer && btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const listed = (credentials) => credentials?.map((each) => ({ ...each, id: octets(each.id) }));

  function wanted(form) {
    const options = JSON.parse(form.dataset.options);
    options.challenge = octets(options.challenge);
    if (options.user) options.user.id = octets(options.user.id);
    if (options.allowCredentials) options.allowCredentials = listed(options.allowCredentials);
    if (options.excludeCredentials) options.excludeCredentials = listed(options.excludeCredentials);
    return { publicKey: options };
  }

  function answer(credential) {
    const response = credential.response;
    return {
      id: credential.id,
      rawId: text(credential.rawId),
      type: credential.type,
      response: {
        clientDataJSON: text(response.clientDataJSON),
        attestationObject: text(response.attestationObject),
        authenticatorData: response.signature && text(response.authenticatorData),
        signature: text(response.signature),
        userHandle: text(response.userHandle) || undefined,
      },
    };
  }

  document.querySelectorAll("form[data-passkey]").forEach((form) => {
    if (!window.PublicKeyCredential) return;
    form.hidden = false;
    const failed = form.querySelector("[data-failed]");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      failed.hidden = true;
      try {
        const credential = await navigator.credentials[form.dataset.passkey](wanted(form));
        form.elements.credential.value = JSON.stringify(answer(credential));
        form.submit();
      } catch { failed.hidden = false; }
    });
  });
})();
