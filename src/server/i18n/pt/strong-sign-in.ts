export const strongSignIn = {
  errors: {
    STRONG_SIGN_IN_REQUIRED:
      'Configure primeiro uma aplicação de autenticação ou uma chave de acesso em Definições, Segurança.',
    LAST_FACTOR:
      'Esta conta precisa de uma aplicação de autenticação ou de uma chave de acesso. Adicione outra antes de remover esta.',
    TOTP_WRONG:
      'Este não é o código da aplicação. Verifique se a hora do telefone é acertada automaticamente e introduza o código mais recente.',
    RECOVERY_CODE_WRONG: 'Este não é um dos seus códigos de recuperação, ou já foi usado.',
    PASSKEY_REFUSED: 'Esta chave de acesso não foi aceite. Tente de novo ou escolha outra forma.',
    PASSKEY_NOT_HERE:
      'As chaves de acesso não podem ser usadas em {host}. Abra o portal pelo seu nome, por https.',
    TOO_MANY_PASSKEYS: 'Uma conta pode ter {limit} chaves de acesso. Remova uma que já não use.',
    NO_WAY_HERE:
      'As suas chaves de acesso pertencem a {hosts}. Use-as aí ou peça ajuda a um administrador.',
    NOTHING_TO_REMOVE:
      'Esta conta não tem aplicação de autenticação, chave de acesso nem código de recuperação.',
  },
  mail: {
    TWO_FACTOR_REMOVED: {
      subject: 'A autenticação de dois factores da sua conta {brand} foi retirada',
      paragraphs: [
        'Um administrador retirou a autenticação de dois factores da sua conta {brand}: basta agora a palavra-passe. Se não o pediu, inicie sessão, volte a activá-la e mude a palavra-passe.',
      ],
      sms: 'Um administrador retirou os dois factores da sua conta {brand}. Nao o pediu? Volte a activa-los.',
    },
    TOTP_ADDED: {
      subject: 'Foi adicionada uma aplicação de autenticação à sua conta {brand}',
      paragraphs: [
        'Foi adicionada uma aplicação de autenticação à sua conta {brand}. A partir de agora, o código dela completa a entrada.',
        'Se não foi o próprio, mude já a palavra-passe e termine as outras sessões:',
        '>{link}',
      ],
      sms: 'Foi adicionada uma aplicacao de autenticacao a sua conta {brand}. Se nao foi o proprio, mude a palavra-passe.',
    },
    TOTP_REMOVED: {
      subject: 'A aplicação de autenticação da sua conta {brand} foi removida',
      paragraphs: [
        'A aplicação de autenticação da sua conta {brand} foi removida.',
        'Se não foi o próprio, mude já a palavra-passe e termine as outras sessões:',
        '>{link}',
      ],
      sms: 'A aplicacao de autenticacao da sua conta {brand} foi removida. Se nao foi o proprio, mude a palavra-passe.',
    },
    PASSKEY_ADDED: {
      subject: 'Foi adicionada uma chave de acesso à sua conta {brand}',
      paragraphs: [
        'A chave de acesso "{name}" foi adicionada à sua conta {brand}. Permite entrar sem palavra-passe.',
        'Se não foi o próprio, mude já a palavra-passe e termine as outras sessões:',
        '>{link}',
      ],
      sms: 'Foi adicionada uma chave de acesso a sua conta {brand}. Se nao foi o proprio, mude a palavra-passe.',
    },
    PASSKEY_REMOVED: {
      subject: 'Uma chave de acesso da sua conta {brand} foi removida',
      paragraphs: [
        'A chave de acesso "{name}" da sua conta {brand} foi removida.',
        'Se não foi o próprio, mude já a palavra-passe e termine as outras sessões:',
        '>{link}',
      ],
      sms: 'Uma chave de acesso da sua conta {brand} foi removida. Se nao foi o proprio, mude a palavra-passe.',
    },
    PASSKEY_CLONED: {
      subject: 'Uma chave de acesso da sua conta {brand} pode ter sido copiada',
      paragraphs: [
        'A chave de acesso "{name}" foi usada com um contador já ultrapassado, o que acontece quando uma chave é copiada. A entrada foi recusada, e todas as seguintes com ela também o serão.',
        'Remova esta chave de acesso e adicione outra:',
        '>{link}',
      ],
      sms: 'Uma chave de acesso da sua conta {brand} pode ter sido copiada. Deixou de ser aceite: substitua-a.',
    },
    RECOVERY_CODES_MADE: {
      subject: 'Novos códigos de recuperação da sua conta {brand}',
      paragraphs: [
        'Foram criados dez novos códigos de recuperação para a sua conta {brand}. Os antigos deixaram de funcionar.',
        'Se não foi o próprio, mude já a palavra-passe e termine as outras sessões:',
        '>{link}',
      ],
      sms: 'Foram criados novos codigos de recuperacao para a sua conta {brand}. Se nao foi o proprio, mude a palavra-passe.',
    },
    RECOVERY_CODE_USED: {
      subject: 'Foi usado um código de recuperação da sua conta {brand}',
      paragraphs: [
        'Foi usado um código de recuperação para entrar na sua conta {brand}. Códigos restantes: {left}.',
        'Se não foi o próprio, mude já a palavra-passe e termine as outras sessões:',
        '>{link}',
      ],
      sms: 'Foi usado um codigo de recuperacao da sua conta {brand}. Restam: {left}. Se nao foi o proprio, mude a palavra-passe.',
    },
    RECOVERY_CODES_LOW: {
      subject: 'Restam poucos códigos de recuperação da sua conta {brand}',
      paragraphs: [
        'Foi usado um código de recuperação para entrar na sua conta {brand}. Códigos restantes: {left}.',
        'Crie novos antes que acabem. Se esta entrada não foi sua, mude já a palavra-passe:',
        '>{link}',
      ],
      sms: 'Foi usado um codigo de recuperacao da sua conta {brand}. Restam: {left}. Crie novos.',
    },
    STRONG_SIGN_IN_REMOVED: {
      subject: 'A entrada reforçada da sua conta {brand} foi removida',
      paragraphs: [
        'Um administrador removeu a aplicação de autenticação, as chaves de acesso e os códigos de recuperação da sua conta {brand} e terminou as suas sessões. Entre com a palavra-passe e configure-os de novo:',
        '>{link}',
        'Se não o pediu, avise já quem gere a sua conta.',
      ],
      sms: 'A entrada reforcada da sua conta {brand} foi removida por um administrador. Se nao o pediu, avise-nos ja.',
    },
  },
} as const;
