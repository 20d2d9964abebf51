import type { Templates } from './template.ts';

/** Second steps of signing in: authenticator app, passkeys, recovery codes. */
export type StrongSignInNotification =
  | { kind: 'TWO_FACTOR_REMOVED' }
  | {
      kind: 'TOTP_ADDED' | 'TOTP_REMOVED' | 'RECOVERY_CODES_MADE' | 'STRONG_SIGN_IN_REMOVED';
      link: string;
    }
  | { kind: 'PASSKEY_ADDED' | 'PASSKEY_REMOVED' | 'PASSKEY_CLONED'; name: string; link: string }
  | { kind: 'RECOVERY_CODE_USED' | 'RECOVERY_CODES_LOW'; left: string; link: string };

export const strongSignIn: Templates<StrongSignInNotification> = {
  en: {
    TWO_FACTOR_REMOVED: {
      subject: 'Two-factor sign-in was removed from your {brand} account',
      paragraphs: [
        'An administrator removed two-factor sign-in from your {brand} account: a password alone is now enough. If you did not ask for this, sign in, switch it on again and change your password.',
      ],
      sms: 'An administrator removed two-factor sign-in from your {brand} account. Not expected? Switch it on again.',
    },
    TOTP_ADDED: {
      subject: 'An authenticator app was added to your {brand} account',
      paragraphs: [
        'An authenticator app was just added to your {brand} account. From now on its code completes your sign-in.',
        'If this was not you, change your password at once and end your other sessions:',
        '>{link}',
      ],
      sms: 'An authenticator app was added to your {brand} account. If this was not you, change your password.',
    },
    TOTP_REMOVED: {
      subject: 'The authenticator app of your {brand} account was removed',
      paragraphs: [
        'The authenticator app of your {brand} account was just removed.',
        'If this was not you, change your password at once and end your other sessions:',
        '>{link}',
      ],
      sms: 'The authenticator app of your {brand} account was removed. If this was not you, change your password.',
    },
    PASSKEY_ADDED: {
      subject: 'A passkey was added to your {brand} account',
      paragraphs: [
        'The passkey "{name}" was just added to your {brand} account. It signs in without a password.',
        'If this was not you, change your password at once and end your other sessions:',
        '>{link}',
      ],
      sms: 'A passkey was added to your {brand} account. If this was not you, change your password.',
    },
    PASSKEY_REMOVED: {
      subject: 'A passkey of your {brand} account was removed',
      paragraphs: [
        'The passkey "{name}" of your {brand} account was just removed.',
        'If this was not you, change your password at once and end your other sessions:',
        '>{link}',
      ],
      sms: 'A passkey of your {brand} account was removed. If this was not you, change your password.',
    },
    PASSKEY_CLONED: {
      subject: 'A passkey of your {brand} account may have been copied',
      paragraphs: [
        'The passkey "{name}" was used with a counter that had already passed, which happens when a passkey is copied. The sign-in was refused, and so is every further one with it.',
        'Remove this passkey and add another:',
        '>{link}',
      ],
      sms: 'A passkey of your {brand} account may have been copied. It is refused from now on: replace it.',
    },
    RECOVERY_CODES_MADE: {
      subject: 'New recovery codes for your {brand} account',
      paragraphs: [
        'Ten new recovery codes were just made for your {brand} account. The old ones no longer work.',
        'If this was not you, change your password at once and end your other sessions:',
        '>{link}',
      ],
      sms: 'New recovery codes were made for your {brand} account. If this was not you, change your password.',
    },
    RECOVERY_CODE_USED: {
      subject: 'A recovery code of your {brand} account was used',
      paragraphs: [
        'A recovery code was just used to sign in to your {brand} account. Codes left: {left}.',
        'If this was not you, change your password at once and end your other sessions:',
        '>{link}',
      ],
      sms: 'A recovery code of your {brand} account was used. Codes left: {left}. If this was not you, change your password.',
    },
    RECOVERY_CODES_LOW: {
      subject: 'Few recovery codes are left for your {brand} account',
      paragraphs: [
        'A recovery code was just used to sign in to your {brand} account. Codes left: {left}.',
        'Make new ones before they run out. If this sign-in was not yours, change your password at once:',
        '>{link}',
      ],
      sms: 'A recovery code of your {brand} account was used. Codes left: {left}. Make new ones.',
    },
    STRONG_SIGN_IN_REMOVED: {
      subject: 'Strong sign-in of your {brand} account was removed',
      paragraphs: [
        'An administrator removed the authenticator app, the passkeys and the recovery codes of your {brand} account, and ended its sessions. Sign in with your password and set them up again:',
        '>{link}',
        'If you did not ask for this, tell whoever manages your account at once.',
      ],
      sms: 'Strong sign-in of your {brand} account was removed by an administrator. If you did not ask for this, tell us at once.',
    },
  },
  pt: {
    TWO_FACTOR_REMOVED: {
      subject: 'A autenticação de dois fatores da sua conta {brand} foi retirada',
      paragraphs: [
        'Um administrador retirou a autenticação de dois fatores da sua conta {brand}: basta agora a palavra-passe. Se não o pediu, inicie sessão, volte a ativá-la e mude a palavra-passe.',
      ],
      sms: 'Um administrador retirou os dois fatores da sua conta {brand}. Nao o pediu? Volte a ativa-los.',
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
};
