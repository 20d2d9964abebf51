import type { tasks as english } from '../en/tasks.ts';
import type { Translation } from '../translation.ts';

export const tasks: Translation<typeof english> = {
  tasks: {
    kinds: { prepareCampaign: 'Preparar {{name}}', expandCampaign: 'Pôr em fila as mensagens de {{name}}', checkContacts: 'Verificar {{name}}', importContacts: 'Importar {{name}}' },
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
  },
};
