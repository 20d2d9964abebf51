/** The answer to a call that a reader tried. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../ui/figures/CodeBlock.tsx';
import { Rows } from '../../ui/page/layout.tsx';

export type Answered = {
  status: number;
  statusText: string;
  headers: [string, string][];
  text: string;
  milliseconds: number;
};
export type Outcome = { answered: Answered } | { unreached: true } | { notJson: string };

export const MONO = {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: 13,
};
export function AnswerView({
  answered: { status, statusText, headers, text, milliseconds },
}: {
  answered: Answered;
}) {
  const { t, i18n } = useTranslation();
  const tone = status < 300 ? 'success' : status < 500 ? 'warning' : 'error';
  return (
    <Rows isFluid gap={3}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          flexWrap: 'wrap',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <Box
          component="span"
          sx={(theme) => ({
            px: 2,
            py: 0.5,
            borderRadius: 'var(--corner-small)',
            fontSize: 13,
            fontWeight: 600,
            color: theme.vars?.palette.tone[tone].text,
            backgroundColor: theme.vars?.palette.tone[tone].ground,
          })}
        >
          {`${status} ${statusText}`.trim()}
        </Box>
        <Typography variant="body2" component="span" color="textSecondary">
          {t('apidocs.try.took', {
            time: Math.round(milliseconds).toLocaleString(i18n.language),
            size: new TextEncoder().encode(text).length.toLocaleString(i18n.language),
          })}
        </Typography>
      </Box>
      <CodeBlock name={t('apidocs.try.body')} code={pretty(text)} />
      <CodeBlock
        name={t('apidocs.try.headers')}
        code={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
      />
    </Rows>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
