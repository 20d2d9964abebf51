import type { charts as english } from '../en/charts.ts';
import type { Translation } from '../translation.ts';

export const charts: Translation<typeof english> = {
  charts: {
    asTable: 'Ver como tabela',
    asChart: 'Ver como gráfico',
    messages: 'Mensagens',
    failed: 'Não foi possível carregar estes números',
    stale: 'De {{time}}; não foi possível carregar os mais recentes.',
    more_one: 'e mais {{value}}',
    more_many: 'e mais {{value}}',
    more_other: 'e mais {{value}}',
    thousands: '{{value}} mil',
    millions: '{{value}} M',
    outcome: {
      delivered: 'Entregues',
      open: 'Em curso',
      expired: 'Expiradas',
      failed: 'Impossíveis de entregar ou rejeitadas',
      other: 'Canceladas ou sem resposta',
    },
  },
};
