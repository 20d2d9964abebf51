export const signIn = {
  errors: {
    NOT_SIGNED_IN: 'A sua sessão terminou. Inicie sessão novamente.',
    SESSION_IDLE: 'A sua sessão terminou após 30 minutos sem actividade. Inicie sessão novamente.',
    SESSION_TOO_OLD: 'A sua sessão atingiu a duração máxima. Inicie sessão novamente.',
    SESSION_REUSED:
      'A sua sessão terminou porque foi usado um código de sessão antigo. Inicie sessão novamente e altere a palavra-passe se outra pessoa puder ter usado a sua conta.',
    WRONG_CREDENTIALS: 'O e-mail ou telefone e a palavra-passe não coincidem.',
    ACCOUNT_NOT_ACTIVE: 'Esta conta não está activa. Fale com quem a gere.',
    ACCOUNT_PENDING: 'Esta conta ainda não foi activada. Peça um novo código e introduza-o.',
    TEMPORARY_PASSWORD_EXPIRED:
      'Esta palavra-passe temporária expirou. Peça uma nova, ou escolha "Esqueci-me da palavra-passe".',
    OTP_WRONG: 'O código não está certo. Tentativas restantes: {left}.',
    OTP_GONE: 'Este código já não pode ser usado. Peça um novo.',
    LINK_GONE: 'Este link já foi usado ou expirou. Peça um novo.',
    PROOF_NEEDED:
      'Foram pedidos códigos várias vezes sem serem usados. O seu navegador tem de fazer primeiro um pequeno cálculo; tente novamente.',
    WRONG_PASSWORD: 'Palavra-passe incorrecta.',
    COMMON_PASSWORD: 'Esta palavra-passe é demasiado comum. Escolha outra.',
    OWN_NAME_PASSWORD:
      'Esta palavra-passe é o seu próprio nome, e-mail ou número de telefone. Escolha outra.',
    SAME_PASSWORD: 'Esta é a palavra-passe que já tem. Escolha uma diferente.',
    PASSWORD_CHANGE_DUE: 'Escolha primeiro uma palavra-passe sua.',
    STEP_UP_REQUIRED:
      'Confirme a sua identidade: introduza a sua palavra-passe ou um código e tente novamente.',
    NOT_WHILE_IMPERSONATING: 'Só a própria pessoa pode fazer isto. Volte primeiro à sua conta.',
  },
  mail: {
    ACTIVATION_CODE: {
      subject: '{code} é o seu código {brand}',
      paragraphs: [
        'Este é o código para activar a sua conta em {brand}:',
        '*{code}',
        'É válido durante 10 minutos. Nunca lhe pediremos este código.',
      ],
      sms: '{code} e o seu codigo {brand}. Valido durante 10 minutos. Nunca o partilhe.',
    },
    SIGN_IN_CODE: {
      subject: '{code} é o seu código de entrada {brand}',
      paragraphs: [
        'O seu código para iniciar sessão é',
        '*{code}',
        'É válido durante 10 minutos. Nunca lhe pediremos este código. Se não está a iniciar sessão, alguém sabe a sua palavra-passe: mude-a.',
      ],
      sms: '{code} e o seu codigo de entrada {brand}. Valido durante 10 minutos. Nunca o partilhe.',
    },
    STEP_UP_CODE: {
      subject: '{code} é o seu código de confirmação {brand}',
      paragraphs: [
        'Introduza este código para confirmar uma alteração na sua conta {brand}:',
        '*{code}',
        'É válido durante 10 minutos. Nunca lhe pediremos este código. Se não está a alterar nada, alguém está a usar a sua conta: mude já a palavra-passe.',
      ],
      sms: '{code} e o seu codigo de confirmacao {brand}. Valido durante 10 minutos. Nunca o partilhe.',
    },
    INVITATION: {
      subject: '{inviter} convida-o para {brand}',
      paragraphs: [
        '{inviter} abriu uma conta para si em {brand}. Escolha a sua palavra-passe e comece:',
        '>{link}',
        'O link é válido durante 7 dias e funciona uma vez.',
      ],
      sms: '{inviter} convida-o para {brand}: {link}',
    },
    PASSWORD_LINK: {
      subject: 'Uma nova palavra-passe para {brand}',
      paragraphs: [
        'Pediu uma nova palavra-passe. Escolha-a aqui:',
        '>{link}',
        'O link é válido durante 15 minutos e funciona uma vez. Se não o pediu, não faça nada: a sua palavra-passe fica como está.',
      ],
      sms: 'Escolha uma nova palavra-passe {brand}, em 15 minutos: {link}',
    },
    TEMPORARY_PASSWORD: {
      subject: 'A sua palavra-passe {brand}',
      paragraphs: [
        'Inicie sessão como {username} com esta palavra-passe temporária e escolha a sua:',
        '*{password}',
        '>{link}',
        'É válida durante 7 dias.',
      ],
      sms: 'A sua palavra-passe temporaria {brand}: {password} (7 dias). Entre e escolha a sua: {link}',
    },
    ALREADY_REGISTERED: {
      subject: 'Já tem uma conta {brand}',
      paragraphs: [
        'Alguém, provavelmente o próprio, tentou registar-se em {brand} com o seu e-mail ou telefone. Já existe uma conta com ele. Inicie sessão, ou escolha "Esqueci-me da palavra-passe":',
        '>{link}',
        'Se não foi o próprio, não faça nada.',
      ],
      sms: 'Ja existe uma conta {brand} com o seu numero. Entre: {link}',
    },
    PASSWORD_CHANGED: {
      subject: 'A sua palavra-passe {brand} foi mudada',
      paragraphs: [
        'A palavra-passe da sua conta {brand} acaba de ser mudada, e as outras sessões terminaram. Se não foi o próprio, escolha já "Esqueci-me da palavra-passe" e avise quem gere a sua conta.',
      ],
      sms: 'A sua palavra-passe {brand} acaba de ser mudada. Se nao foi o proprio, mude-a ja.',
    },
    NEW_SIGN_IN: {
      subject: 'Nova sessão em {brand}',
      paragraphs: [
        'Alguém iniciou sessão na sua conta {brand} a partir de um lugar novo:',
        '*{device}, {address}',
        'Se não foi o próprio, mude já a sua palavra-passe.',
      ],
      sms: 'Nova sessao na sua conta {brand} a partir de {address}. Se nao foi o proprio, mude a palavra-passe.',
    },
    SESSION_REUSED: {
      subject: 'A sua sessão em {brand} foi terminada',
      paragraphs: [
        'A sua sessão foi terminada porque foi usado um código de sessão antigo. Alguém pode tê-lo copiado do seu navegador. Foi usado a partir de:',
        '*{device}, {address}',
        'Inicie sessão novamente. Se não conhece este dispositivo, mude a sua palavra-passe e veja as suas sessões nas Definições.',
      ],
      sms: 'A sua sessao em {brand} terminou: foi usado um codigo antigo a partir de {address}. Se nao foi o proprio, mude a palavra-passe.',
    },
  },
} as const;
