import type { Templates } from './template.ts';

/** Codes, passwords and sessions. */
export type SignInNotification =
  | { kind: 'ACTIVATION_CODE'; code: string }
  | { kind: 'SIGN_IN_CODE'; code: string }
  | { kind: 'STEP_UP_CODE'; code: string }
  | { kind: 'INVITATION'; inviter: string; link: string }
  | { kind: 'PASSWORD_LINK'; link: string }
  | { kind: 'TEMPORARY_PASSWORD'; username: string; password: string; link: string }
  | { kind: 'ALREADY_REGISTERED'; link: string }
  | { kind: 'PASSWORD_CHANGED' }
  | { kind: 'NEW_SIGN_IN' | 'SESSION_REUSED'; address: string; device: string };

export const signIn: Templates<SignInNotification> = {
  en: {
    ACTIVATION_CODE: {
      subject: '{code} is your {brand} code',
      paragraphs: [
        'Welcome to {brand}. Your code is',
        '*{code}',
        'It is valid for 10 minutes. Nobody of ours will ever ask you for it.',
      ],
      sms: '{code} is your {brand} code. It is valid for 10 minutes. Never share it.',
    },
    SIGN_IN_CODE: {
      subject: '{code} is your {brand} sign-in code',
      paragraphs: [
        'Your code for signing in is',
        '*{code}',
        'It is valid for 10 minutes. Nobody of ours will ever ask you for it. If you are not signing in, somebody knows your password: change it.',
      ],
      sms: '{code} is your {brand} sign-in code. It is valid for 10 minutes. Never share it.',
    },
    STEP_UP_CODE: {
      subject: '{code} is your {brand} confirmation code',
      paragraphs: [
        'Enter this code to confirm a change to your {brand} account:',
        '*{code}',
        'It is valid for 10 minutes. We never ask you for it. If you are not changing anything, someone else is using your account: change your password now.',
      ],
      sms: '{code} is your {brand} confirmation code. It is valid for 10 minutes. Never share it.',
    },
    INVITATION: {
      subject: '{inviter} invites you to {brand}',
      paragraphs: [
        '{inviter} has opened an account for you at {brand}. Choose your password and start:',
        '>{link}',
        'The link is valid for 7 days and works once.',
      ],
      sms: '{inviter} invites you to {brand}: {link}',
    },
    PASSWORD_LINK: {
      subject: 'A new password for {brand}',
      paragraphs: [
        'You asked for a new password. Choose it here:',
        '>{link}',
        'The link is valid for 15 minutes and works once. If you did not ask, do nothing: your password stays as it is.',
      ],
      sms: 'Choose a new {brand} password, within 15 minutes: {link}',
    },
    TEMPORARY_PASSWORD: {
      subject: 'Your {brand} password',
      paragraphs: [
        'Sign in as {username} with this temporary password and choose one of your own:',
        '*{password}',
        '>{link}',
        'It is valid for 7 days.',
      ],
      sms: 'Your temporary {brand} password is {password} (7 days). Sign in and choose your own: {link}',
    },
    ALREADY_REGISTERED: {
      subject: 'You have a {brand} account',
      paragraphs: [
        'Somebody, probably you, tried to register at {brand} with your e-mail address or phone number. There is an account with it already. Sign in, or choose "Forgot password":',
        '>{link}',
        'If it was not you, do nothing.',
      ],
      sms: 'There is a {brand} account with your number already. Sign in: {link}',
    },
    PASSWORD_CHANGED: {
      subject: 'Your {brand} password was changed',
      paragraphs: [
        'The password of your {brand} account was just changed, and other sessions were ended. If it was not you, choose "Forgot password" at once and tell whoever manages your account.',
      ],
      sms: 'Your {brand} password was just changed. If it was not you, reset it at once.',
    },
    NEW_SIGN_IN: {
      subject: 'New sign-in to {brand}',
      paragraphs: [
        'Your {brand} account was signed in to from a place it was not before:',
        '*{device}, {address}',
        'If it was not you, change your password at once.',
      ],
      sms: 'New sign-in to your {brand} account from {address}. If it was not you, change your password.',
    },
    SESSION_REUSED: {
      subject: 'You were signed out of {brand}',
      paragraphs: [
        'You were signed out because an old sign-in token was used. Somebody may have copied it from your browser. It was used from:',
        '*{device}, {address}',
        'Sign in again. If you do not know this device, change your password and look at your sessions under Settings.',
      ],
      sms: 'You were signed out of {brand}: an old sign-in token was used from {address}. If it was not you, change your password.',
    },
  },
  pt: {
    ACTIVATION_CODE: {
      subject: '{code} é o seu código {brand}',
      paragraphs: [
        'Bem-vindo a {brand}. O seu código é',
        '*{code}',
        'É válido durante 10 minutos. Ninguém da nossa equipa lho pedirá.',
      ],
      sms: '{code} e o seu codigo {brand}. Valido durante 10 minutos. Nunca o partilhe.',
    },
    SIGN_IN_CODE: {
      subject: '{code} é o seu código de entrada {brand}',
      paragraphs: [
        'O seu código para iniciar sessão é',
        '*{code}',
        'É válido durante 10 minutos. Ninguém da nossa equipa lho pedirá. Se não está a iniciar sessão, alguém sabe a sua palavra-passe: mude-a.',
      ],
      sms: '{code} e o seu codigo de entrada {brand}. Valido durante 10 minutos. Nunca o partilhe.',
    },
    STEP_UP_CODE: {
      subject: '{code} é o seu código de confirmação {brand}',
      paragraphs: [
        'Introduza este código para confirmar uma alteração na sua conta {brand}:',
        '*{code}',
        'É válido durante 10 minutos. Nunca lho pediremos. Se não está a alterar nada, alguém está a usar a sua conta: mude já a palavra-passe.',
      ],
      sms: '{code} e o seu codigo de confirmacao {brand}. Valido durante 10 minutos. Nunca o partilhe.',
    },
    INVITATION: {
      subject: '{inviter} convida-o para {brand}',
      paragraphs: [
        '{inviter} abriu uma conta para si em {brand}. Escolha a sua palavra-passe e comece:',
        '>{link}',
        'A ligação é válida durante 7 dias e funciona uma vez.',
      ],
      sms: '{inviter} convida-o para {brand}: {link}',
    },
    PASSWORD_LINK: {
      subject: 'Uma nova palavra-passe para {brand}',
      paragraphs: [
        'Pediu uma nova palavra-passe. Escolha-a aqui:',
        '>{link}',
        'A ligação é válida durante 15 minutos e funciona uma vez. Se não a pediu, não faça nada: a sua palavra-passe fica como está.',
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
};
