export const apiKeys = {
  errors: {
    KEY_UNKNOWN:
      'Esta chave de API não é conhecida, foi revogada, ou a sua conta não pode ser usada.',
    KEY_IS_TEST:
      'Uma chave de teste envia mensagens avulsas. Não cria campanhas nem altera contactos, números excluídos ou modelos.',
    KEY_SCOPE: 'Esta chave de API não tem o âmbito {scope}.',
    KEY_ADDRESS: 'Esta chave de API não pode ser usada a partir de {address}.',
  },
} as const;
