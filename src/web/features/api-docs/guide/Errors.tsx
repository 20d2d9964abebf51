import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../ui/figures/CodeBlock.tsx';
import { useDocs } from '../docs.ts';
import { ErrorRows } from '../ErrorRows.tsx';
import { Part, Prose } from '../Part.tsx';

export function Errors() {
  const { t } = useTranslation();
  const { document } = useDocs();
  const shape = {
    message: 'Check these fields: to.',
    error: 'BAD_INPUT',
    details: [
      {
        field: 'to',
        message:
          'This is not a mobile number. Write it with its country prefix, such as +254712345678.',
      },
    ],
    requestId: '01890a5d-ac96-774b-bcce-b302099a8057',
  };
  return (
    <Part id="errors" title={t('apidocs.errorPart.title')}>
      <Prose text={t('apidocs.errorPart.text')} />
      <Box sx={{ my: 5 }}>
        <CodeBlock
          name={t('apidocs.answer', { status: 400 })}
          code={JSON.stringify(shape, null, 2)}
        />
      </Box>
      <ErrorRows
        codes={document['x-errors'].map(({ code }) => code)}
        label={t('apidocs.errorPart.title')}
      />
    </Part>
  );
}
