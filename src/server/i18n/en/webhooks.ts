/** The addresses of webhooks and of HTTP connectors. */
export const webhooks = {
  errors: {
    WEBHOOK_NO_ADDRESS:
      'This is not an address. Enter one such as https://example.com/webhooks/tuma.',
    WEBHOOK_NOT_HTTPS:
      'The address must begin with https://, so that nobody reads or changes what is sent to it.',
    WEBHOOK_PORT:
      'Port {why} cannot be used. Leave the port out: webhooks are sent over https on port 443.',
    WEBHOOK_PASSWORD:
      'Leave name and password out of the address. The signature shows that a request is from here.',
    WEBHOOK_PRIVATE:
      'This address cannot be called ({why}). Give one that can be reached from the internet.',
    PRIVATE_ADDRESS:
      'This address {why}. Give a public one. A host of your own private network must be in PRIVATE_HOSTS, which the operator of this installation sets; HTTP connectors must also allow private addresses.',
  },
} as const;
