export const contactChanges = {
  errors: {
    EMAIL_TOO_RECENT:
      'O e-mail desta conta foi mudado por outra pessoa há menos de 72 horas, por isso ainda não se envia nenhuma palavra-passe para lá. Espere até passarem 72 horas.',
    NO_WAY_TO_CONFIRM:
      'Não é possível enviar um SMS para este número, e a conta não tem e-mail que possa receber o código. Adicione primeiro um e-mail.',
  },
  mail: {
    EMAIL_CONFIRMATION: {
      subject: 'Confirme o seu e-mail para {brand}',
      paragraphs: [
        'Este endereço foi indicado como o novo e-mail de uma conta {brand}. Confirme-o para o começar a usar:',
        '>{link}',
        'O link é válido durante 72 horas e funciona uma vez. Se não esperava esta mensagem, não faça nada: a conta mantém o endereço actual.',
      ],
      sms: 'Confirme o seu novo e-mail para {brand}: {link}',
    },
    PHONE_CODE: {
      subject: '{code} confirma o novo telefone da sua conta {brand}',
      paragraphs: [
        'Introduza este código nas definições {brand} para confirmar o novo número de telefone:',
        '*{code}',
        'É válido durante 10 minutos. Nunca lho pediremos. Se não esperava esta mensagem, não faça nada: a conta mantém o número actual.',
      ],
      sms: '{code} confirma este numero para a sua conta {brand}. Valido durante 10 minutos. Nunca o partilhe.',
    },
    EMAIL_CHANGE_REQUESTED: {
      subject: 'Foi pedido um novo e-mail para a sua conta {brand}',
      paragraphs: [
        'Alguém pediu para mudar o e-mail da sua conta {brand} para {to}. Muda assim que o novo endereço for confirmado.',
        'Se não foi o próprio, impeça ou anule a mudança aqui e escolha uma nova palavra-passe:',
        '>{link}',
        'O link é válido durante 72 horas e funciona uma vez, mesmo depois de o endereço ter mudado.',
      ],
      sms: 'O e-mail da sua conta {brand} vai mudar. Nao foi o proprio? Anule em 72 horas: {link}',
    },
    PHONE_CHANGE_REQUESTED: {
      subject: 'Foi pedido um novo telefone para a sua conta {brand}',
      paragraphs: [
        'Alguém pediu para mudar o número de telefone da sua conta {brand} para {to}. Muda assim que o novo número for confirmado.',
        'Se não foi o próprio, impeça ou anule a mudança aqui e escolha uma nova palavra-passe:',
        '>{link}',
        'O link é válido durante 72 horas e funciona uma vez, mesmo depois de o número ter mudado.',
      ],
      sms: 'O telefone da sua conta {brand} vai mudar. Nao foi o proprio? Anule em 72 horas: {link}',
    },
    EMAIL_CHANGED: {
      subject: 'O e-mail da sua conta {brand} foi mudado',
      paragraphs: [
        'O e-mail da sua conta {brand} é agora {to}.',
        'Se não foi o próprio, abra o link da nossa mensagem anterior sobre esta mudança: repõe o seu endereço. Funciona durante 72 horas a partir de agora.',
      ],
      sms: 'O e-mail da sua conta {brand} foi mudado. Nao foi o proprio? Use a ligacao da mensagem anterior.',
    },
    PHONE_CHANGED: {
      subject: 'O telefone da sua conta {brand} foi mudado',
      paragraphs: [
        'O número de telefone da sua conta {brand} é agora {to}.',
        'Se não foi o próprio, abra o link da nossa mensagem anterior sobre esta mudança: repõe o seu número. Funciona durante 72 horas a partir de agora.',
      ],
      sms: 'O telefone da sua conta {brand} foi mudado. Nao foi o proprio? Use a ligacao da mensagem anterior.',
    },
  },
} as const;
