import type { senderImport as english } from '../en/senderImport.ts';
import type { Translation } from '../translation.ts';

export const senderImport: Translation<typeof english> = {
  senderImport: {
    title: 'IDs de remetente de um ficheiro',
    purpose:
      'Importe os IDs de remetente dos clientes que vêm de outro portal, sem documentos nem taxa.',
    button: 'De um ficheiro',
    drop: 'Largue o ficheiro aqui',
    dropHelp: 'CSV ou XLSX com uma linha por ID de remetente, no máximo 500 linhas.',
    noRows: 'O ficheiro não tem linhas abaixo do cabeçalho.',
    exampleText:
      'A primeira linha dá nome às colunas. Só são precisos o cliente (e-mail, telefone ou nome completo tal como está aqui) e o ID de remetente. O titular da marca e uma mensagem de exemplo são o que as operadoras pedem.',
    samples: {
      code: 'O seu código é 482913.',
      offer: 'Metade do preço até domingo na nossa loja da Beira.',
    },
    steps: {
      columns: 'Escolha o uso de cada coluna.',
      preview:
        'Veja cada ID de remetente com o seu cliente. As linhas com erro ficam de fora, cada uma com o motivo.',
      enter:
        'Registe-os, todos de uma vez. Esperam pela configuração até que outro administrador ou o suporte informático os marque como prontos.',
    },
    columnsOf: 'Colunas de {{name}}',
    columns: {
      account: 'Cliente',
      senderId: 'ID de remetente',
      kind: 'Tipo',
      country: 'País',
      brandOwner: 'Titular da marca',
      sample: 'Mensagem de exemplo',
    },
    accountHelp: 'E-mail, telefone, ou o nome completo tal como está aqui.',
    countryHelp: 'Sem coluna, ou onde uma célula está vazia, o país do cliente.',
    columnsWrong: 'Escolha duas colunas diferentes para o cliente e o ID de remetente.',
    columnTwice: 'Esta coluna já está escolhida acima.',
    sample: 'As primeiras linhas do ficheiro',
    preview_one: 'Pré-visualizar {{value}} linha',
    preview_many: 'Pré-visualizar {{value}} linhas',
    preview_other: 'Pré-visualizar {{value}} linhas',
    chosen: '{{name}}: {{columns}}.',
    chosenAlike_one: '{{name}}: {{value}} coluna lida, encontrada pelo nome.',
    chosenAlike_many: '{{name}}: {{value}} colunas lidas, cada uma encontrada pelo nome.',
    chosenAlike_other: '{{name}}: {{value}} colunas lidas, cada uma encontrada pelo nome.',
    chosenMost_one: '{{name}}: {{value}} coluna lida. {{columns}}.',
    chosenMost_many:
      '{{name}}: {{value}} colunas lidas. {{columns}}; as outras são encontradas pelo nome.',
    chosenMost_other:
      '{{name}}: {{value}} colunas lidas. {{columns}}; as outras são encontradas pelo nome.',
    columnFor: '{{use}} de “{{column}}”',
    kindOfAll: 'O tipo não vem no ficheiro: {{kind}} para todos.',
    countryOfClient: 'O país não vem no ficheiro: o do cliente.',
    wait_one:
      'Espera pela configuração até que outro administrador ou o suporte informático o marque como pronto.',
    wait_many:
      'Esperam pela configuração até que outro administrador ou o suporte informático os marque como prontos.',
    wait_other:
      'Esperam pela configuração até que outro administrador ou o suporte informático os marque como prontos.',
    toEnter: 'Prontos a importar ({{value}})',
    entered: 'Importados ({{value}})',
    leftOut: 'De fora ({{value}})',
    line: 'Linha',
    column: 'Coluna',
    why: 'Porquê',
    earlier_one: '{{value}} ID de remetente já está aqui; nada muda.',
    earlier_many: '{{value}} IDs de remetente já estão aqui; nada muda.',
    earlier_other: '{{value}} IDs de remetente já estão aqui; nada muda.',
    enter_one: 'Importar {{value}} ID de remetente',
    enter_many: 'Importar {{value}} IDs de remetente',
    enter_other: 'Importar {{value}} IDs de remetente',
    done_one:
      '{{value}} ID de remetente registado. Espera pela configuração; outro administrador ou o suporte informático marca-o como pronto.',
    done_many:
      '{{value}} IDs de remetente registados. Esperam pela configuração; outro administrador ou o suporte informático marca-os como prontos.',
    done_other:
      '{{value}} IDs de remetente registados. Esperam pela configuração; outro administrador ou o suporte informático marca-os como prontos.',
  },
};
