import { REPORT_WORDS } from '../../../contract/shared/report-labels.ts';

const word = REPORT_WORDS.pt;

export const wallet = {
  openings: {
    UNITS:
      '"{units}" não é um número de unidades. Escreva-o como 1234.5, com quatro casas decimais no máximo.',
    TWICE: 'Uma linha anterior indica o mesmo cliente.',
  },
  errors: {
    NO_PROVIDER:
      'Os pagamentos em {currency} ainda não estão disponíveis. Fale com quem gere a sua conta.',
    AMOUNT_OUT_OF_BOUNDS: 'Um pagamento pode ir de {least} a {most} {currency}.',
    STOCK_SHORT:
      'O seu revendedor não tem unidades suficientes neste momento. Nada foi cobrado; fale com ele, ou compre menos.',
    CANNOT_PAY_FROM:
      '{phone} não pode pagar aqui. Indique o número de dinheiro móvel de quem paga.',
    CALLBACK_OF_CHECKOUT:
      'Esta resposta diz respeito a outro pedido, não ao desse pagamento. Procure o pagamento cujos registos indicam o seu número.',
    CALLBACK_OF_AMOUNT: 'Esta resposta indica outro valor do que o desse pagamento.',
    CALLBACK_OF_PHONE:
      'Esta resposta indica outro telefone do que aquele a que se pediu o pagamento.',
    CALLBACK_OF_RECEIPT: 'O recibo desta resposta já pertence a outro pagamento.',
    HOMES_DIFFER:
      'As suas unidades não se podem contar nas desta conta: um dos dois não tem preço para o país do outro. Defina esse preço, ou deixe a conta comprar as suas unidades.',
    NOTHING_ARRIVES: 'Tão poucas unidades não chegam a nada no país dessa conta. Dê mais.',
    ARRIVES_CHANGED:
      'Um preço mudou: agora chegariam {units} unidades. Verifique e confirme outra vez.',
    COLUMN_MISSING:
      'O ficheiro não tem coluna para {column}. Precisa de região, prefixos, preço e moeda.',
    RATE_WRONG: '"{value}" não pode ser usado aqui.',
    RATE_EMPTY: 'Está vazio.',
    RATE_TWICE: 'Esta região já está na linha {line}.',
    RATES_IN_TWO_CURRENCIES:
      'Todas as tarifas de um cliente têm de estar na mesma moeda: {region} seria diferente de {currency}. Importe-as em conjunto para mudar de moeda.',
    RATE_TOO_LOW:
      '{atLine}{region} (+{prefix}) custa mais do que isto ao vendedor. O preço mínimo permitido é {least} {currency}. Defina esse preço ou mais, ou baixe o preço do próprio país.',
    NOT_SOLD_BY_SELLER:
      '{atLine}O vendedor não tem preço para {region} (+{prefix}), por isso não pode vender mensagens para lá. Peça a um administrador que acrescente a região.',
  },
  mail: {
    LOW_UNITS: {
      subject: 'O seu saldo {brand} está baixo: {balance} unidades',
      paragraphs: [
        'O seu saldo desceu para',
        '*{balance} unidades',
        'Pediu para ser avisado abaixo de {level}. Carregue aqui, para que as suas campanhas continuem:',
        '>{link}',
      ],
      sms: 'O seu saldo {brand} esta baixo: {balance} unidades. Carregue: {link}',
    },
    TOP_UP_REMINDER: {
      subject: 'Está na hora de carregar {brand}',
      paragraphs: [
        'Pediu para ser lembrado. O seu saldo é de',
        '*{balance} unidades',
        'Carregue aqui:',
        '>{link}',
      ],
      sms: 'O seu saldo {brand} e de {balance} unidades. Carregue: {link}',
    },
    PRICE_RAISED: {
      subject: 'Alguns dos seus preços {brand} subiram',
      paragraphs: [
        'O seu vendedor paga agora mais por estas regiões. Até definir preços novos, cada segmento custa-lhe (entre parênteses, o preço definido antes):',
        '{list}',
        'Veja todos os seus preços:',
        '>{link}',
      ],
      sms: 'Alguns dos seus precos {brand} subiram: {list}',
    },
    CLIENT_PRICE_RAISED: {
      subject: 'Os preços de {name} em {brand} estão abaixo dos seus',
      paragraphs: [
        'Os preços que definiu para {name} são agora, em unidades, mais baixos do que os que paga. Até os alterar, {name} paga os seus preços (entre parênteses, o preço definido antes):',
        '{list}',
        'Defina preços novos aqui:',
        '>{link}',
      ],
      sms: '{brand}: os precos de {name} estao abaixo dos seus: {list}',
    },
    PAYMENT_RECEIVED: {
      subject: 'Recebemos {amount}: {what}',
      paragraphs: [
        'Recebemos o seu pagamento de',
        '*{amount}',
        'Referente a {what}. Referência {ref}, recibo {receipt}. Pode imprimir o recibo aqui:',
        '>{link}',
      ],
      sms: '{brand}: recebemos {amount} por {what}. Ref {ref}.',
    },
  },
  paidFor: { UNITS: '{units} unidades', SENDER_FEE: 'a taxa do seu remetente' },
  transactions: {
    fileName: 'Transacções',
    columns: [
      `${word.at} (UTC)`,
      word.ref,
      word.type,
      word.client,
      word.units,
      word.balanceBefore,
      word.balanceAfter,
      word.amount,
      word.currency,
      word.paymentStatus,
      word.phone,
      word.receipt,
      word.about,
    ],
  },
  documents: {
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
    price: 'Preço por unidade',
    what: 'Referente a',
    fee: 'Taxa de um remetente',
    paid: 'Pago',
    movements: '{count} movimentos',
    nothing: 'Não houve transacções neste mês.',
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
    page: 'Página {at} de {of}',
  },
} as const;
