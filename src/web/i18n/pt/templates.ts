import type { templates as english } from '../en/templates.ts';
import type { Translation } from '../translation.ts';

export const templates: Translation<typeof english> = {
  templates: {
    title: 'Modelos de SMS',
    purpose: 'Textos que envia muitas vezes, com marcadores para nomes e outros dados.',
    create: 'Novo modelo',
    creating: 'Novo modelo',
    editing: 'Editar modelo',
    name: 'Nome',
    nameHelp: 'Cada modelo tem o seu próprio nome.',
    nameMissing: 'Dê um nome ao modelo.',
    placeholders: 'Marcadores',
    updated: 'Alterado',
    use: 'Usar',
    edit: 'Editar',
    delete: 'Apagar',
    deleteTitle: 'Apagar este modelo?',
    deleteText: '“{{name}}” será apagado. As campanhas feitas a partir dele mantêm o seu texto.',
    deleted: 'Modelo apagado.',
    save: 'Guardar modelo',
    saved: 'Modelo guardado.',
    search: 'Procurar modelos',
    searchHint: 'Nome ou texto',
    empty: 'Ainda não há modelos',
    emptyText: 'Crie um para um texto que envia muitas vezes, como um lembrete ou uma saudação.',
    preview: 'Pré-visualização',
    previewNote: 'Com valores de exemplo.',
    sampleValue: '({{name}})',
    misspelt:
      'Estes marcadores não são válidos e serão enviados tal como estão: {{names}}. Um nome começa por uma letra e tem letras, algarismos, espaços ou _.',
    foreign:
      'Os seus contactos não têm {{names}}: envie a partir de um ficheiro com essa coluna ou adicione-a aos seus contactos.',
  },
};
