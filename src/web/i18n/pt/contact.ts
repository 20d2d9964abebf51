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
        'Enviámos um link para o novo endereço. O endereço actual continua em uso até alguém abrir o link e confirmar.',
      PHONE:
        'Enviámos um código para o novo número. O número actual continua em uso até introduzir o código.',
      OTHERS_PHONE:
        'O titular da conta introduz o código em Definições. Até lá, o número actual continua em uso.',
    },
    code: 'Código da mensagem',
    confirm: 'Confirmar número',
    confirmed: 'O número de telefone está confirmado',
    resend: 'Enviar de novo',
    resent: { SMS: 'Enviado de novo por SMS', EMAIL: 'Enviado de novo por e-mail' },
    withdraw: 'Cancelar a mudança',
    withdrawn: 'A mudança foi cancelada',
    saved: 'Guardado. Confirme os novos contactos para os começar a usar.',
    corrected: 'Guardado. O convite anterior já não funciona: envie-o de novo.',
    notAllowed:
      'Só o titular da conta, ou a equipa que pode repor a palavra-passe, pode mudar isto.',
  },
};
