import type { home as english } from '../en/home.ts';
import type { Translation } from '../translation.ts';

export const home: Translation<typeof english> = {
  home: {
    title: 'Painel',
    hello: 'Bem-vindo, {{name}}',
    balance: 'Saldo',
    balanceHelp: 'Uma unidade paga um segmento para o seu país.',
    running: 'Em curso',
    runningNone: 'De momento nada está a ser enviado.',
    latest: 'Últimas campanhas',
    seeAll: 'Ver todas as campanhas',
    first: 'Primeiros passos',
    firstText: 'De uma lista de números aos recibos em três passos.',
    step1: 'Prepare a sua lista',
    step1Text: 'Um ficheiro CSV, TXT ou XLSX com uma coluna de números de telefone. As outras colunas podem ser usadas no texto.',
    step2: 'Escreva e confirme',
    step2Text: 'Vê as primeiras mensagens exactamente como vão sair, o que fica de fora e porquê, e quanto custa.',
    step3: 'Envie e acompanhe',
    step3Text: 'As contagens avançam à medida que os operadores respondem. Pause ou cancele em qualquer momento.',
    begin: 'Enviar de um ficheiro',
    today: 'Mensagens hoje',
    todayText: 'Desde as 00:00 UTC',
    delivered: 'Entregues hoje',
    noCampaigns: 'Ainda não há campanhas',
    noCampaignsText: 'As suas campanhas e o seu progresso aparecem aqui.',
    low: 'O seu saldo está baixo: menos de {{level}} unidades.',
  },
};
