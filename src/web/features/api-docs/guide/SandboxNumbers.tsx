import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { MessageStatus } from '../../../../contract/api/messages.ts';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { useDocs } from '../docs.ts';
import { InlineCode, Part, Prose } from '../Part.tsx';
import { GuideTable } from './GuideTable.tsx';

/** A number without its last two digits, which a copied one begins with. */
const SOME_NUMBER = '+2547123456';

const OTHERWISE: MessageStatus = 'DELIVERED';

export function SandboxNumbers() {
  const { t, i18n } = useTranslation();
  const numbers = useDocs().document['x-sandbox-numbers'];
  if (numbers.length === 0) return null;
  return (
    <Part id="sandbox" title={t('apidocs.sandboxPart.title')}>
      <Prose text={t('apidocs.sandboxPart.text')} />
      <GuideTable
        label={t('apidocs.sandboxPart.title')}
        head={[
          t('apidocs.sandboxPart.number'),
          t('apidocs.sandboxPart.outcome'),
          t('apidocs.meaning'),
        ]}
        rows={[
          ...numbers.map(({ ending, status, error, meaning }) => [
            <Box
              key="number"
              component="span"
              sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}
            >
              <InlineCode>{ending}</InlineCode>
              <CopyButton value={`${SOME_NUMBER}${ending}`} name={`${SOME_NUMBER}${ending}`} />
            </Box>,
            <InlineCode key="outcome">{status ?? error}</InlineCode>,
            <span key="meaning">
              {i18n.exists(`apidocs.sandboxPart.of.e${ending}`)
                ? t(`apidocs.sandboxPart.of.e${ending}` as never)
                : meaning}
              {error !== null && ` (${t('apidocs.sandboxPart.refused')})`}
            </span>,
          ]),
          [
            t('apidocs.sandboxPart.other'),
            <InlineCode key="outcome">{OTHERWISE}</InlineCode>,
            t('apidocs.sandboxPart.otherText'),
          ],
        ]}
      />
    </Part>
  );
}
