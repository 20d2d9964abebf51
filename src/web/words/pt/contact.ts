import type { contact as english } from '../en/contact.ts';
import type { Translation } from '../translation.ts';

export const contact: Translation<typeof english> = {
  contact: {
    waiting: {
      EMAIL: 'A aguardar a confirmação de {{value}}',
      PHONE: 'A aguardar a confirmação de {{value}}',
    },
    waitingText: {
      EMAIL:
        'Enviámos uma ligação para o novo endereço. Até ser aberta, o endereço atual continua em uso.',
      PHONE: 'Até o código ser introduzido, o número atual continua em uso.',
      OTHERS_PHONE:
        'O titular da conta introduz o código em Definições. Até lá, o número atual continua em uso.',
    },
    code: 'Código da mensagem',
    confirm: 'Confirmar número',
    confirmed: 'O número de telefone está confirmado',
    resend: 'Enviar de novo',
    resent: { SMS: 'Enviado de novo por SMS', EMAIL: 'Enviado de novo por e-mail' },
    withdraw: 'Retirar',
    withdrawn: 'A mudança foi retirada',
    saved: 'Guardado. Os novos contactos valem assim que forem confirmados.',
    corrected: 'Guardado. O convite anterior já não funciona: envie-o de novo.',
    notAllowed:
      'Só o titular da conta, ou a equipa que pode repor a palavra-passe, pode mudar isto.',
  },
};
