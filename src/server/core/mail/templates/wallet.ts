import type { Templates } from './template.ts';

/** Units, prices and payments. */
export type WalletNotification =
  | { kind: 'LOW_UNITS'; balance: string; level: string; link: string }
  | { kind: 'TOP_UP_REMINDER'; balance: string; link: string }
  | { kind: 'PRICE_RAISED'; list: string; link: string }
  | { kind: 'CLIENT_PRICE_RAISED'; name: string; list: string; link: string }
  | {
      kind: 'PAYMENT_RECEIVED';
      amount: string;
      what: string;
      ref: string;
      receipt: string;
      link: string;
    };

export const wallet: Templates<WalletNotification> = {
  en: {
    LOW_UNITS: {
      subject: 'Your {brand} balance is low: {balance} units',
      paragraphs: [
        'Your balance has fallen to',
        '*{balance} units',
        'You asked to hear of it below {level}. Top up here, so that your campaigns go on:',
        '>{link}',
      ],
      sms: 'Your {brand} balance is low: {balance} units. Top up: {link}',
    },
    TOP_UP_REMINDER: {
      subject: 'Time to top up {brand}',
      paragraphs: [
        'You asked to be reminded. Your balance is',
        '*{balance} units',
        'Top up here:',
        '>{link}',
      ],
      sms: 'Your {brand} balance is {balance} units. Top up: {link}',
    },
    PRICE_RAISED: {
      subject: 'Some of your {brand} prices have gone up',
      paragraphs: [
        'Your seller now pays more for these regions. Until it sets new prices you are charged, for each segment (the price set before in brackets):',
        '{list}',
        'See all your prices:',
        '>{link}',
      ],
      sms: 'Some of your {brand} prices have gone up: {list}',
    },
    CLIENT_PRICE_RAISED: {
      subject: 'Prices of {name} on {brand} are below yours',
      paragraphs: [
        'The prices that you set for {name} are now lower, in units, than what you pay. Until you change them, {name} is charged at your prices (the price set before in brackets):',
        '{list}',
        'Set new prices here:',
        '>{link}',
      ],
      sms: '{brand}: the prices of {name} are below yours: {list}',
    },
    PAYMENT_RECEIVED: {
      subject: '{amount} received: {what}',
      paragraphs: [
        'We received your payment of',
        '*{amount}',
        'For {what}. Reference {ref}, receipt {receipt}. You can print the receipt here:',
        '>{link}',
      ],
      sms: '{brand}: {amount} received for {what}. Ref {ref}.',
    },
  },
  pt: {
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
};
