export const uploads = {
  refused: {
    EMPTY: 'Este ficheiro não tem nada. Verifique se é o ficheiro certo e se foi guardado.',
    NOT_A_TABLE:
      'Isto não é uma tabela que se possa ler aqui. Guarde-a como XLSX ou CSV (UTF-8) e carregue-a novamente.',
    OLD_EXCEL:
      'Este livro está no formato antigo do Excel (.xls) ou tem palavra-passe. Guarde-o como .xlsx sem palavra-passe.',
    ENCODING: 'Não é possível ler os caracteres deste ficheiro. Guarde-o como CSV (UTF-8).',
    NO_PLAYSMS_USERS:
      'Este ficheiro não tem utilizadores do playSMS. Carregue uma cópia da base de dados com a tabela terminada em _tblUser (mysqldump playsms).',
    TOO_LARGE: 'Este ficheiro é demasiado grande: no máximo {limit} MB. Envie-o por partes.',
    TOO_MANY_ROWS: 'Este ficheiro tem mais de {limit} linhas. Envie-o por partes.',
    TOO_MANY_COLUMNS:
      'A linha {row} tem mais de {limit} colunas. Retire as que não são necessárias.',
    ROW_TOO_LONG:
      'A linha {row} tem mais de {limit} caracteres. Talvez falte fechar aspas nela ou antes dela.',
    CELL_TOO_LONG:
      'A linha {row} tem uma célula com mais de {limit} caracteres. Encurte-a ou retire a coluna.',
    NO_SUCH_ROW: 'A linha {row} está vazia ou demasiado abaixo para ter os nomes das colunas.',
    QUOTE_NOT_CLOSED:
      'As aspas abertas na linha {row} não são fechadas até ao fim do ficheiro. Feche-as ou retire-as.',
    ROWS_IN_A_CELL:
      'A linha {row} tem uma célula de várias linhas com o que parecem ser outras linhas. Feche ou retire as aspas que a iniciam.',
    DAMAGED:
      'Este livro está danificado. Abra-o num programa de folhas de cálculo, guarde-o de novo como .xlsx e carregue-o.',
    INFLATES_TOO_MUCH:
      'Este livro ocupa muito mais do que o seu tamanho quando é aberto. Copie a lista para um livro novo.',
    TOO_MANY_PARTS:
      'Este livro tem mais de {limit} partes (folhas, imagens). Copie a lista para um livro só dela.',
    HAS_DOCTYPE:
      'Este livro contém declarações que os programas de folhas de cálculo nunca escrevem. Copie a lista para um livro novo.',
  },
} as const;
