import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/figures/CopyButton.tsx';
import { Code } from './Code.tsx';
import { SNIPPETS, type SnippetLanguage } from './snippets.ts';

const LANGUAGES = Object.keys(SNIPPETS) as SnippetLanguage[];

/** Code with which a customer's server verifies a webhook's signature. */
export function Snippets() {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<SnippetLanguage>('Node');
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {t('webhooks.checkText')}
      </Typography>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={language}
          aria-label={t('webhooks.checkLanguage')}
          onChange={(_, chosen: SnippetLanguage | null) => {
            if (chosen !== null) setLanguage(chosen);
          }}
        >
          {LANGUAGES.map((each) => (
            <ToggleButton key={each} value={each}>
              {each}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <CopyButton value={SNIPPETS[language]} name={language} />
      </Box>
      <Code label={language}>{SNIPPETS[language].trimEnd()}</Code>
    </Box>
  );
}
