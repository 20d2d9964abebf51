import type { standing as english } from '../en/standing.ts';
import type { Translation } from '../translation.ts';

export const standing: Translation<typeof english> = {
  standing: {
    title: 'Estado', tabList: 'Partes do estado', tabs: { overview: 'Visão geral', alerts: 'Definições de alertas', retention: 'Conservação' },
    purpose: 'Como está esta instalação, e o que precisa de alguém.',
    well: 'Nada está errado. Visto {{time}}.', openAlerts: 'O que está errado agora', since: 'Desde {{time}}',
    figures: { queued: 'À espera de envio', oldest: 'A mais antiga', inFlight: 'A caminho', outbox: 'E-mails e avisos', payments: 'Pagamentos sem notícia', database: 'Base de dados', disk: 'Disco livre', ledger: 'Contas', backup: 'Última cópia de segurança', version: 'Versão' },
    diskOf: '{{free}} de {{total}}', balanced: 'Certas', unbalanced: 'Não batem certo', notProven: 'Ainda não verificadas', noBackup: 'Ainda nenhuma', verified: 'verificada', noneWaits: 'Nenhuma espera',
    charts: {
      title: 'As últimas horas', span: 'Horas mostradas', hours_one: '{{count}} hora', hours_many: '{{count}} horas', hours_other: '{{count}} horas', days: '7 dias', empty: 'Os primeiros números chegam um minuto depois do arranque.', time: 'Hora',
      queue: 'Mensagens à espera', age: 'Idade da mais antiga, minutos', traffic: 'Partes de mensagens', outbox: 'E-mails e avisos à espera', queued: 'À espera', minutes: 'Minutos', submitted: 'Entregues à operadora', receipts: 'Recibos', waiting: 'À espera',
    },
    processes: 'Processos', process: 'Processo', names: { api: 'API', worker: 'Worker', gateway: 'Gateway' }, host: 'Máquina', state: 'Estado', started: 'Arrancou', heard: 'Último sinal', version: 'Versão',
    connectors: 'Conectores', connector: 'Conector', perSecond: 'Mensagens/s', window: 'Janela', windowText: '{{used}} de {{size}}', noConnectors: 'Ainda não há conectores', noConnectorsText: 'Nada pode ser enviado antes de haver um.', addConnector: 'Adicionar um conector',
    alerts: 'Alertas', alert: 'Alerta', raised: 'Começou', resolved: 'Acabou', told: 'Avisados', toldText: '{{told}} avisados', untoldText: '{{told}} avisados, {{untold}} ainda não', noAlerts: 'Nunca houve nenhum.',
    kinds: {
      CONNECTOR_DOWN: 'O conector {{subject}} não está ligado', QUEUE_OLD: 'Há mensagens à espera há demasiado tempo', RECEIPTS_MISSING: 'O conector {{subject}} traz poucos recibos', OUTBOX_STUCK: 'O que devia sair como {{subject}} está parado', PAYMENTS_SILENT: 'Há um pagamento sem notícia',
      LEDGER_UNBALANCED: 'As contas não batem certo', DISK_LOW: 'O disco está quase cheio', BACKUP_OLD: 'A última cópia de segurança é demasiado antiga', PROCESS_SILENT: 'O processo {{subject}} está em silêncio', SALE_BELOW_COST: 'Há mensagens vendidas abaixo do custo', TEST: 'Um alerta de teste',
    },
    advice: {
      CONNECTOR_DOWN: 'A sua página diz porque falhou a última tentativa.', QUEUE_OLD: 'Veja se os conectores estão ligados e se não é entregue mais do que eles levam.', RECEIPTS_MISSING: 'Pergunte à operadora; até lá as mensagens ficam com ela.', OUTBOX_STUCK: 'Veja o worker e o seu registo.',
      PAYMENTS_SILENT: 'Veja se o fornecedor responde e alcança o endereço de retorno.', LEDGER_UNBALANCED: 'Execute npm run ledger:check, e não mude nada antes de saber.', DISK_LOW: 'Liberte espaço, guarde menos ou dê-lhe um disco maior.', BACKUP_OLD: 'Faça uma à mão e veja porque não foi feita a habitual.',
      PROCESS_SILENT: 'Veja se está a correr e se alcança a base de dados.', SALE_BELOW_COST: 'Compare o preço com o do vendedor e com o custo do conector; depois suba-o ou mude a rota.', TEST: 'Nada está errado.',
    },
    facts: { minutes: '{{value}} minutos', hours: '{{value}} horas', seconds: '{{value}} segundos', percent: '{{value}}% livre', taken: '{{value}} entregues', receipts: '{{value}} recibos', queued: '{{value}} à espera', waiting: '{{value}} à espera', payments: '{{value}} pagamentos', prices: 'preços: {{value}}', clients: 'clientes: {{value}}' },
    retention: {
      purpose: 'Por quanto tempo se guarda o que as pessoas escreveram, e a quem.', title: 'Por quanto tempo se guarda', saved: 'O que é mais antigo sai dentro de uma hora', there: 'O que existe', oldest: 'Dia de mensagens mais antigo', partitions: 'Dias de mensagens, com os que vêm',
      textDays: 'Textos, dias', textDaysHelp: 'O que foi escrito em mensagens, enviadas e recebidas, e o que os ficheiros das campanhas diziam das pessoas. Depois ficam os comprimentos, os preços e os resultados.',
      messageDays: 'Mensagens enviadas, dias', messageDaysHelp: 'As mensagens com os seus recibos e percursos, e as linhas das campanhas. As contagens, as estatísticas e as contas ficam para sempre.',
      incomingDays: 'Mensagens recebidas, dias', incomingDaysHelp: 'As mensagens que vêm de telefones.',
      fixed: {
        uploads: 'Ficheiros carregados', uploadsText: '24 horas, ou até a sua campanha ou importação deixar de precisar deles', deliveries: 'Entregas a webhooks', deliveriesText: '7 dias, 30 as que falharam', mails: 'E-mails e avisos que saíram', mailsText: '7 dias, sem o seu conteúdo',
        sessions: 'Sessões', sessionsText: 'Até acabarem, e enquanto a sua lista as mostra', counts: 'Contagens, facturas e contas', countsText: 'Para sempre: não nomeiam nenhum telefone', audit: 'Registo de auditoria', auditText: 'Para sempre',
      },
      askTitle: 'Guardar menos tempo?', ask: 'Apagar', askText: 'O que é mais antigo do que os novos prazos é apagado dentro de uma hora, e não volta.',
    },
    settings: {
      purpose: 'A partir de quando os operadores são avisados, e quem são.', readOnly: 'Um administrador muda isto.', thresholds: 'Quando avisar',
      connectorMinutes: 'Conector desligado há, minutos', queueMinutes: 'Mensagem mais antiga espera há, minutos', receiptsPercent: 'Recibos abaixo de, percentagem do que foi entregue', outboxMinutes: 'E-mail ou aviso vencido há, minutos', paymentMinutes: 'Pagamento sem notícia há, minutos',
      diskPercent: 'Disco livre abaixo de, percentagem', backupHours: 'Última cópia de segurança há mais de, horas', processSeconds: 'Processo em silêncio há, segundos', wrong: 'Indique um número inteiro de {{least}} a {{most}}.',
      readers: 'Quem avisar', recipients: 'Endereços de e-mail', recipientsHelp: 'Separe vários com vírgulas. Sem nenhum, usam-se os endereços de alerta dos administradores, ou os seus próprios.', recipientWrong: '{{value}} não é um endereço de e-mail.',
      webhook: 'Endereço para programas', webhookHelp: 'Recebe cada alerta em JSON assinado. Deixe vazio onde nada escuta.', webhookWrong: 'Indique um endereço que comece por https:// ou http://.', save: 'Guardar alterações', saved: 'As definições de alertas foram mudadas', test: 'Enviar um alerta de teste', tested_one: 'Um endereço é avisado', tested_many: '{{count}} endereços são avisados', tested_other: '{{count}} endereços são avisados', testedNobody: 'Ninguém seria avisado: indique alguém primeiro.',
    },
  },
  personal: {
    purpose: 'O que se guarda sobre um número de telefone: para dar a quem o pede, ou para apagar.', find: 'Um número de telefone', phone: 'Número de telefone', help: 'Um administrador vê todas as contas; os outros vêem a sua.', look: 'Ver',
    contacts: 'Contactos', messages: 'Mensagens para ele', incoming: 'Mensagens dele', optOuts: 'Recusas', campaignRows: 'Linhas de campanhas',
    inFlight: 'Está em {{value}} mensagens ou campanhas que ainda não acabaram. Deixe-as acabar, ou cancele as campanhas, antes de o apagar.', export: 'Descarregar tudo', erase: 'Apagar', erasing: 'Está a ser apagado em segundo plano',
    files: 'Os ficheiros e relatórios que o possam nomear acabam logo que é apagado. Quem não queria mensagens continua a não as receber.', askTitle: 'Apagar o que se guarda sobre {{phone}}?', askText: 'Os contactos são apagados; nas mensagens e campanhas saem o número e os textos, e ficam as contagens e os custos. Não pode ser desfeito.',
  },
};
