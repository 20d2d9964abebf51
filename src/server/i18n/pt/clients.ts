export const clients = {
  named: {
    NOBODY: 'Nenhum cliente tem “{account}” como e-mail, telefone ou nome.',
    SEVERAL: 'Vários clientes chamam-se “{account}”. Use o e-mail.',
    UNPROVED:
      'O dono da conta com “{account}” não confirmou este endereço: pode ser a conta de outra pessoa.',
  },
  errors: {
    DETAILS_INCOMPLETE: 'Complete primeiro os seus dados em Definições.',
    COMPANY_NAME_MISSING: 'Uma conta de empresa precisa do nome da empresa.',
    ALREADY_REGISTERED: 'Já existe uma conta com este {field}. Use outro.',
    LEVEL_TOO_HIGH: 'O nível de acesso dessa conta é demasiado alto para poder fazer isto.',
    UNDER_ITSELF: 'Um cliente não pode ficar sob si próprio nem sob um dos seus clientes.',
    LEVEL_DOES_NOT_FIT: 'Uma conta deste nível não pode ficar sob {parent}.',
    CLIENTS_DO_NOT_FIT:
      'Tem clientes que não podem ficar sob uma conta deste nível ({count}). Mude-os primeiro.',
    CREDIT_IN_USE: 'Deve {used} unidades, por isso o limite de crédito não pode ser inferior.',
    COUNTRY_FIXED:
      'As unidades valem mensagens para o país da conta, por isso só pode mudar com o saldo a 0, sem compras em aberto (uma que não é paga termina após um dia) e sem campanhas por enviar. Fale com quem gere a conta.',
    INVITATION_LIMIT:
      'Pode enviar no máximo {limit} convites em 24 horas. Pode enviar o próximo a partir de {until} (UTC).',
  },
} as const;
