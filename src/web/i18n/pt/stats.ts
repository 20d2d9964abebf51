import type { stats as english } from '../en/stats.ts';
import type { Translation } from '../translation.ts';

export const stats: Translation<typeof english> = {
  stats: {
    purpose:
      'Como chegaram as suas mensagens: ao longo do tempo, por rede e remetente, a que horas, e porque é que algumas não chegaram.',
    purposeTree:
      'Como chegaram as mensagens, as suas e as de todos os clientes abaixo de si: ao longo do tempo, por rede e remetente, a que horas, e porque é que algumas não chegaram.',
    export: 'Exportar CSV',
    period: 'Período',
    client: 'Cliente',
    sender: 'Remetente',
    country: 'País',
    network: 'Rede',
    unknownNetwork: 'Rede desconhecida',
    unknownCountry: 'País desconhecido',
    empty: 'Ainda não há nada a relatar',
    emptyText:
      'Assim que saírem mensagens, esta página mostra em segundos quantas chegaram e porque é que outras não.',
    begin: 'Enviar uma mensagem',
    noneInPeriod: 'Nenhuma mensagem neste período',
    noneInPeriodText: 'Escolha um período mais longo ou retire um filtro.',

    messages: 'Mensagens',
    rate: 'Taxa de entrega',
    rateHelp: 'Das que terminaram sem terem sido canceladas',
    lost: 'Não entregues',
    units: 'Unidades cobradas',
    up: 'Mais {{value}} do que no período anterior',
    down: 'Menos {{value}} do que no período anterior',
    times: '{{value}} vezes mais do que no período anterior',
    same: 'Como no período anterior',
    fromNothing: 'Nenhuma no período anterior',
    pointsUp: '{{value}} pontos melhor do que antes',
    pointsDown: '{{value}} pontos pior do que antes',

    overTime: 'Ao longo do tempo',
    daily:
      'Pelo dia UTC em que as mensagens foram criadas. Escolha uma coluna para ver as suas mensagens.',
    hourly:
      'Pela hora em que as mensagens foram criadas. Escolha uma coluna para ver as mensagens do dia.',
    overTimeHeard:
      'Mensagens ao longo do tempo por resultado: {{messages}} ao todo, {{rate}} entregues. A tabela tem todos os números.',
    time: 'Tempo',

    byNetwork: 'Por rede',
    bySender: 'Por remetente',
    rankingText: 'Mensagens, e quantas delas chegaram.',
    delivered: 'Entregues',
    deliveredShare: '{{value}} entregues',

    failures: 'Porque é que não chegaram',
    failuresText: 'Em palavras simples, com o que fazer. Por dias UTC inteiros.',
    noFailures: 'Todas as mensagens que terminaram neste período foram entregues.',
    cause: 'Causa',
    carrierSays: 'Diz o operador',
    errorCode: 'Erro',
    share: 'Parte',
    said: '(Comunicado como {{said}}.)',

    hours: 'Melhores horas',
    hoursText: 'Por quando as mensagens foram criadas, no seu fuso horário ({{zone}}).',
    hoursBy: 'O que o mapa mostra',
    best: 'A melhor até agora: {{weekday}} a partir das {{hour}}, {{rate}} entregues.',
    hour: 'Hora',
    hourTold: '{{weekday}}, {{hour}}: {{messages}} mensagens, {{rate}} entregues',
    mapHeard:
      'Mapa de dias da semana e horas, de {{least}} a {{most}}. A tabela tem todos os números.',

    table: 'Em pormenor',
    tableBy: 'Linhas do relatório',
    messagesOf: 'Mensagens de {{name}}: {{value}}',
    sortBy: 'Ordenado por',
    ascending: 'menores primeiro',
    descending: 'maiores primeiro',
    name: 'Nome',
    segments: 'Segmentos',
    submitted: 'Aceites por um operador',
    undeliverable: 'Impossíveis de entregar',
    expired: 'Expiradas',
    rejected: 'Rejeitadas',
    failed: 'Falhadas',
    unknown: 'Desconhecidas',
    cancelled: 'Canceladas',
    open: 'Em curso',
  },
};
