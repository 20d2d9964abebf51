export const webhooks = {
  errors: {
    WEBHOOK_NO_ADDRESS:
      'Isto não é um endereço. Indique um como https://example.com/webhooks/tuma.',
    WEBHOOK_NOT_HTTPS:
      'O endereço tem de começar por https://, para que ninguém leia nem altere o que lhe é enviado.',
    WEBHOOK_PORT:
      'A porta {why} não pode ser usada. Não indique a porta: os webhooks são enviados por https na porta 443.',
    WEBHOOK_PASSWORD:
      'Não ponha nome nem palavra-passe no endereço. A assinatura mostra que um pedido vem daqui.',
    WEBHOOK_PRIVATE:
      'Este endereço não pode ser chamado ({why}). Indique um que se alcance a partir da internet.',
    PRIVATE_ADDRESS:
      'Este endereço {why}. Indique um endereço público. Um anfitrião da sua rede privada tem de estar em PRIVATE_HOSTS, que o operador desta instalação define; os conectores HTTP também têm de permitir endereços privados.',
  },
} as const;
