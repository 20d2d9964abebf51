import type { Language } from '../../infra/words.ts';

export type { Language };

type DocumentTexts = {
  statement: string;
  receipt: string;
  client: string;
  month: string;
  opening: string;
  closing: string;
  reference: string;
  providerReceipt: string;
  date: string;
  phone: string;
  units: string;
  price: string;
  what: string;
  fee: string;
  paid: string;
  nothing: string;
  columns: readonly string[];
  invoice: string;
  number: string;
  billedTo: string;
  taxNumber: string;
  item: string;
  quantity: string;
  amount: string;
  smsUnits: string;
  net: string;
  total: string;
  paidInFull: string;
  paidWithTax: string;
  types: Readonly<Record<string, string>>;
  page(at: number, of: number): string;
};

const words: Record<Language, DocumentTexts> = {
  en: {
    statement: 'Statement of units',
    receipt: 'Receipt',
    client: 'Client',
    month: 'Month (UTC)',
    opening: 'Opening balance, units',
    closing: 'Closing balance, units',
    reference: 'Reference',
    providerReceipt: 'M-Pesa receipt',
    date: 'Date',
    phone: 'Paid from',
    units: 'Units bought',
    price: 'Price of a unit',
    what: 'For',
    fee: 'Fee of a sender ID',
    paid: 'Paid',
    nothing: 'Nothing moved in this month.',
    columns: ['Date', 'Type', 'What', 'Units', 'Balance'],
    invoice: 'Invoice',
    number: 'Number',
    billedTo: 'Billed to',
    taxNumber: 'Tax number',
    item: 'Item',
    quantity: 'Quantity',
    amount: 'Amount',
    smsUnits: 'SMS units',
    net: 'Without tax',
    total: 'Total',
    paidInFull: 'Paid in full by mobile money.',
    paidWithTax: 'Paid in full by mobile money. Prices and amounts include the tax.',
    types: {
      PURCHASE: 'Purchase',
      TRANSFER_IN: 'Transfer in',
      TRANSFER_OUT: 'Transfer out',
      REFUND: 'Refund',
      CHARGE: 'Charge',
      ADJUSTMENT: 'Adjustment',
    },
    page: (at, of) => `Page ${at} of ${of}`,
  },
  pt: {
    statement: 'Extracto de unidades',
    receipt: 'Recibo',
    client: 'Cliente',
    month: 'Mês (UTC)',
    opening: 'Saldo inicial, unidades',
    closing: 'Saldo final, unidades',
    reference: 'Referência',
    providerReceipt: 'Recibo M-Pesa',
    date: 'Data',
    phone: 'Pago a partir de',
    units: 'Unidades compradas',
    price: 'Preço de uma unidade',
    what: 'Referente a',
    fee: 'Taxa de um remetente',
    paid: 'Pago',
    nothing: 'Nada se moveu neste mês.',
    columns: ['Data', 'Tipo', 'Descrição', 'Unidades', 'Saldo'],
    invoice: 'Factura',
    number: 'Número',
    billedTo: 'Facturado a',
    taxNumber: 'NUIT/NIF',
    item: 'Descrição',
    quantity: 'Quantidade',
    amount: 'Valor',
    smsUnits: 'Unidades de SMS',
    net: 'Sem imposto',
    total: 'Total',
    paidInFull: 'Pago na totalidade por dinheiro móvel.',
    paidWithTax: 'Pago na totalidade por dinheiro móvel. Os preços e valores incluem o imposto.',
    types: {
      PURCHASE: 'Compra',
      TRANSFER_IN: 'Transferência recebida',
      TRANSFER_OUT: 'Transferência feita',
      REFUND: 'Devolução',
      CHARGE: 'Débito',
      ADJUSTMENT: 'Acerto',
    },
    page: (at, of) => `Página ${at} de ${of}`,
  },
};

/** Texts of the wallet's documents in a language. */
export function documentTexts(language: Language): DocumentTexts {
  return words[language];
}
