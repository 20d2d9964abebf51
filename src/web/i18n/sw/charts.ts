import type { charts as english } from '../en/charts.ts';
import type { Partially } from '../translation.ts';

export const charts: Partially<typeof english> = {
  charts: {
    asTable: 'Onyesha kama jedwali',
    asChart: 'Onyesha kama chati',
    messages: 'Jumbe',
    failed: 'Takwimu hizi hazikuweza kupakiwa',
    stale: 'Takwimu za {{time}}. Mpya zaidi hazikuweza kupakiwa.',
    more_one: 'na {{value}} zaidi',
    more_other: 'na {{value}} zaidi',
    thousands: 'elfu {{value}}',
    millions: 'milioni {{value}}',
    outcome: {
      delivered: 'Zimefika',
      open: 'Zinaendelea',
      expired: 'Muda umeisha',
      failed: 'Haziwezi kufika au zimekataliwa',
      other: 'Zimeghairiwa au hazijulikani',
    },
  },
};
