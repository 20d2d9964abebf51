import type { stats as english } from '../en/stats.ts';
import type { Translation } from '../translation.ts';

export const stats: Translation<typeof english> = {
  stats: {
    title: 'Entregas por utilizador',
    titleOwn: 'As minhas entregas',
    purpose: 'Como chegaram as suas mensagens, e porque é que algumas não chegaram.',
    purposeTree:
      'Como chegaram as suas mensagens e as dos seus clientes, e porque é que algumas não chegaram.',
    daysUtc: 'Os dias contam-se em UTC.',
    daysHere: 'Os dias contam-se em UTC: das {{time}} às {{time}} em {{zone}}.',
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
    times: '{{value}} vezes o valor do período anterior',
    same: 'Como no período anterior',
    fromNothing: 'Nenhuma no período anterior',
    pointsUp: '{{value}} pontos melhor do que antes',
    pointsDown: '{{value}} pontos pior do que antes',

    overTime: 'Ao longo do tempo',
    daily:
      'Pelo dia em que as mensagens foram criadas. Escolha uma coluna para ver as suas mensagens.',
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

    alone: 'O que todas as mensagens têm em comum',
    onlyNetwork: 'Todas as mensagens foram para {{name}}. Chegaram {{rate}}.',
    onlySender: 'Todas as mensagens foram enviadas como {{name}}. Chegaram {{rate}}.',

    funnel: {
      title: 'Passos até à entrega',
      step: 'Passo',
      accepted: 'Aceites',
      submitted: 'Aceites por uma operadora',
      answered: 'Com resultado',
      delivered: 'Entregues',
      lost: {
        submitted: '{{value}} não aceites por uma operadora',
        answered: '{{value}} sem resultado',
        delivered: '{{value}} com outro resultado',
      },
    },

    map: {
      title: 'Por país',
      text: 'Mensagens e taxa de entrega. Escolha um país para ver só esse.',
      told: '{{country}}: {{messages}} mensagens, {{rate}} entregues',
      open: '{{country}}: {{messages}} mensagens, nenhuma terminou ainda',
      between: '{{from}} a {{to}}',
      from: '{{from}} ou mais',
    },

    failures: 'Porque é que não chegaram',
    failuresText: 'E o que fazer.',
    noFailures: 'Todas as mensagens que terminaram neste período foram entregues.',
    cause: 'Causa',
    carrierSays: 'Estado na operadora',
    errorCode: 'Erro',
    share: 'Percentagem',

    hours: 'Melhores horas',
    hoursText: 'Pela hora em que as mensagens foram criadas, no seu fuso horário ({{zone}}).',
    hoursBy: 'O que o mapa mostra',
    best: 'A melhor até agora: {{weekday}} a partir das {{hour}}, {{rate}} entregues.',
    hour: 'Hora',
    hourTold: '{{weekday}}, {{hour}}: {{messages}} mensagens, {{rate}} entregues',
    hourNone: 'Sem mensagens',
    hourHint: 'Escolha uma hora para ver os números.',
    hourKeys: 'As setas passam de hora em hora.',

    table: 'Em pormenor',
    tableBy: 'Linhas do relatório',
    messagesOf: 'Mensagens de {{name}}: {{value}}',
    ascending: 'menores primeiro',
    descending: 'maiores primeiro',
    name: 'Nome',
    segments: 'Segmentos',
    submitted: 'Aceites por uma operadora',
    undeliverable: 'Impossíveis de entregar',
    expired: 'Expiradas',
    rejected: 'Rejeitadas',
    failed: 'Falhadas',
    unknown: 'Desconhecidas',
    cancelled: 'Canceladas',
    open: 'Em curso',
  },
};
