/** The columns of download reports by what they hold, and how they are called: on the screen where they are chosen and at the head of the file. */
export const REPORT_WORDS = {
  en: {
    messageId: 'Message ID', created: 'Created', received: 'Received', destination: 'Number', sender: 'Sender ID', source: 'From', recipient: 'To', status: 'Status', carrierStatus: 'Carrier says', error: 'Error',
    text: 'Text', segments: 'Segments', units: 'Units', country: 'Country', network: 'Network', campaign: 'Campaign', client: 'Client', submitted: 'Handed over', done: 'Final', carrierMessageId: 'Carrier\'s ID',
    connector: 'Connector', day: 'Day (UTC)', messages: 'Messages', handedOver: 'Handed over', delivered: 'Delivered', undeliverable: 'Undeliverable', expired: 'Expired', rejected: 'Rejected', failed: 'Failed',
    cancelled: 'Cancelled', unknown: 'Unknown', deliveryRate: 'Delivery rate', at: 'Time', ref: 'Reference', type: 'Type', balanceBefore: 'Balance before', balanceAfter: 'Balance after',
    amount: 'Amount', currency: 'Currency', paymentStatus: 'Payment', phone: 'Phone', receipt: 'Receipt', about: 'About',
  },
  pt: {
    messageId: 'ID da mensagem', created: 'Criada', received: 'Recebida', destination: 'Número', sender: 'Remetente', source: 'De', recipient: 'Para', status: 'Estado', carrierStatus: 'Diz o operador', error: 'Erro',
    text: 'Texto', segments: 'Segmentos', units: 'Unidades', country: 'País', network: 'Rede', campaign: 'Campanha', client: 'Cliente', submitted: 'Entregue ao operador', done: 'Final', carrierMessageId: 'ID do operador',
    connector: 'Conector', day: 'Dia (UTC)', messages: 'Mensagens', handedOver: 'Entregues ao operador', delivered: 'Entregues', undeliverable: 'Não entregáveis', expired: 'Expiradas', rejected: 'Rejeitadas', failed: 'Falhadas',
    cancelled: 'Canceladas', unknown: 'Desconhecidas', deliveryRate: 'Taxa de entrega', at: 'Hora', ref: 'Referência', type: 'Tipo', balanceBefore: 'Saldo antes', balanceAfter: 'Saldo depois',
    amount: 'Valor', currency: 'Moeda', paymentStatus: 'Pagamento', phone: 'Telefone', receipt: 'Recibo', about: 'Sobre',
  },
} as const;
export type ReportColumn = keyof typeof REPORT_WORDS.en;
