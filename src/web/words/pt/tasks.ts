import type { tasks as english } from '../en/tasks.ts';
import type { Translation } from '../translation.ts';

export const tasks: Translation<typeof english> = {
  tasks: {
    kinds: { prepareCampaign: 'Preparar {{name}}', expandCampaign: 'Pôr em fila as mensagens de {{name}}', checkContacts: 'Verificar {{name}}', importContacts: 'Importar {{name}}', clearGroup: 'Esvaziar o grupo {{name}}', deleteGroup: 'Apagar o grupo {{name}}', makeReport: 'Fazer o relatório {{name}}', eraseNumber: 'Apagar o que se guarda sobre um número' },
    kindNames: { prepareCampaign: 'Leitura de destinatários', expandCampaign: 'Colocação de mensagens em fila', checkContacts: 'Verificação de um ficheiro de contactos', importContacts: 'Importação de contactos', clearGroup: 'Esvaziamento de um grupo', deleteGroup: 'Apagamento de um grupo', makeReport: 'Criação de um relatório', eraseNumber: 'Apagamento de um número' },
    title: 'Tarefas em segundo plano',
    purpose: 'Trabalho demorado que continua enquanto faz outra coisa.',
    description: 'Tarefa',
    status: 'Estado',
    progress: 'Progresso',
    created: 'Início',
    duration: 'Duração',
    empty: 'Ainda nada foi executado',
    emptyText: 'Ler um ficheiro de destinatários ou fazer um relatório aparece aqui, com o seu progresso.',
    stop: 'Parar',
    stopTitle: 'Parar esta tarefa?',
    stopText: '{{name}}: o que ainda não fez não será feito.',
    stopped: 'A tarefa está a ser parada',
    openCampaign: 'Abrir a campanha',
    openReport: 'Abrir o relatório',
    openGroup: 'Abrir o grupo',
    kind: 'Tipo',
    client: 'Cliente',
    result: 'Resultado',
    waiting: 'Espera pela sua vez',
    working: 'Em curso',
    stopping: 'Está a ser parada',
    done: {
      prepareCampaign: 'A campanha está pronta para ver', expandCampaign: 'Todas as suas mensagens estão em fila', checkContacts: '{{rows}} verificadas', importContacts: '{{rows}} lidas, {{fresh}} novas', clearGroup: '{{contacts}} fora do grupo; continuam nos seus contactos', deleteGroup: 'Apagado; os contactos continuam', deleteGroupContacts: 'Apagado com {{contacts}}', makeReport: '{{rows}}, pronto a descarregar', eraseNumber: '{{rows}} limpas', other: 'Feito',
    },
    contacts_one: '{{value}} contacto',
    contacts_many: '{{value}} contactos',
    contacts_other: '{{value}} contactos',
    canceled: 'Parada antes de acabar',
  },
};
