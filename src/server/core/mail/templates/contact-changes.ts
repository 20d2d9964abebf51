import type { Templates } from './template.ts';

/** A new e-mail address or phone number of an account. */
export type ContactChangeNotification =
  | { kind: 'EMAIL_CONFIRMATION'; link: string }
  | { kind: 'PHONE_CODE'; code: string }
  | { kind: 'EMAIL_CHANGE_REQUESTED' | 'PHONE_CHANGE_REQUESTED'; to: string; link: string }
  | { kind: 'EMAIL_CHANGED' | 'PHONE_CHANGED'; to: string };

export const contactChanges: Templates<ContactChangeNotification> = {
  en: {
    EMAIL_CONFIRMATION: {
      subject: 'Confirm your e-mail address for {brand}',
      paragraphs: [
        'This address was given as the new e-mail address of a {brand} account. Confirm it to start using it:',
        '>{link}',
        'The link is valid for 72 hours and works once. If you did not expect this, do nothing: the account keeps its present address.',
      ],
      sms: 'Confirm your new e-mail address for {brand}: {link}',
    },
    PHONE_CODE: {
      subject: '{code} confirms the new phone number of your {brand} account',
      paragraphs: [
        'Enter this code in your {brand} settings to confirm the new phone number:',
        '*{code}',
        'It is valid for 10 minutes. We never ask you for it. If you did not expect this, do nothing: your account keeps its present number.',
      ],
      sms: '{code} confirms this number for your {brand} account. It is valid for 10 minutes. Never share it.',
    },
    EMAIL_CHANGE_REQUESTED: {
      subject: 'A new e-mail address was requested for your {brand} account',
      paragraphs: [
        'Someone asked to change the e-mail address of your {brand} account to {to}. It changes once the new address is confirmed.',
        'If this was not you, stop or undo it here and choose a new password:',
        '>{link}',
        'The link is valid for 72 hours and works once, even after the address has changed.',
      ],
      sms: 'The e-mail of your {brand} account is about to change. Not you? Undo it within 72 hours: {link}',
    },
    PHONE_CHANGE_REQUESTED: {
      subject: 'A new phone number was requested for your {brand} account',
      paragraphs: [
        'Someone asked to change the phone number of your {brand} account to {to}. It changes once the new number is confirmed.',
        'If this was not you, stop or undo it here and choose a new password:',
        '>{link}',
        'The link is valid for 72 hours and works once, even after the number has changed.',
      ],
      sms: 'The phone number of your {brand} account is about to change. Not you? Undo it within 72 hours: {link}',
    },
    EMAIL_CHANGED: {
      subject: 'The e-mail address of your {brand} account was changed',
      paragraphs: [
        'The e-mail address of your {brand} account is now {to}.',
        'If this was not you, open the link in our earlier message about this change: it restores your address. It works for 72 hours from now.',
      ],
      sms: 'The e-mail of your {brand} account was changed. Not you? Use the link in our earlier message.',
    },
    PHONE_CHANGED: {
      subject: 'The phone number of your {brand} account was changed',
      paragraphs: [
        'The phone number of your {brand} account is now {to}.',
        'If this was not you, open the link in our earlier message about this change: it restores your number. It works for 72 hours from now.',
      ],
      sms: 'The phone number of your {brand} account was changed. Not you? Use the link in our earlier message.',
    },
  },
  pt: {
    EMAIL_CONFIRMATION: {
      subject: 'Confirme o seu e-mail para {brand}',
      paragraphs: [
        'Este endereço foi indicado como o novo e-mail de uma conta {brand}. Confirme-o para o começar a usar:',
        '>{link}',
        'A ligação é válida durante 72 horas e funciona uma vez. Se não esperava esta mensagem, não faça nada: a conta mantém o endereço actual.',
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
        'A ligação é válida durante 72 horas e funciona uma vez, mesmo depois de o endereço ter mudado.',
      ],
      sms: 'O e-mail da sua conta {brand} vai mudar. Nao foi o proprio? Anule em 72 horas: {link}',
    },
    PHONE_CHANGE_REQUESTED: {
      subject: 'Foi pedido um novo telefone para a sua conta {brand}',
      paragraphs: [
        'Alguém pediu para mudar o número de telefone da sua conta {brand} para {to}. Muda assim que o novo número for confirmado.',
        'Se não foi o próprio, impeça ou anule a mudança aqui e escolha uma nova palavra-passe:',
        '>{link}',
        'A ligação é válida durante 72 horas e funciona uma vez, mesmo depois de o número ter mudado.',
      ],
      sms: 'O telefone da sua conta {brand} vai mudar. Nao foi o proprio? Anule em 72 horas: {link}',
    },
    EMAIL_CHANGED: {
      subject: 'O e-mail da sua conta {brand} foi mudado',
      paragraphs: [
        'O e-mail da sua conta {brand} é agora {to}.',
        'Se não foi o próprio, abra a ligação da nossa mensagem anterior sobre esta mudança: repõe o seu endereço. Funciona durante 72 horas a partir de agora.',
      ],
      sms: 'O e-mail da sua conta {brand} foi mudado. Nao foi o proprio? Use a ligacao da mensagem anterior.',
    },
    PHONE_CHANGED: {
      subject: 'O telefone da sua conta {brand} foi mudado',
      paragraphs: [
        'O número de telefone da sua conta {brand} é agora {to}.',
        'Se não foi o próprio, abra a ligação da nossa mensagem anterior sobre esta mudança: repõe o seu número. Funciona durante 72 horas a partir de agora.',
      ],
      sms: 'O telefone da sua conta {brand} foi mudado. Nao foi o proprio? Use a ligacao da mensagem anterior.',
    },
  },
};
