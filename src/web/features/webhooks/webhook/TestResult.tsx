import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { useAnswerWords } from '../useAnswerWords.ts';

/** The customer server's answer to a test. */
export function TestResult({
  status,
  lastStatus,
  lastError,
  tries,
  answer,
  onClose,
}: {
  status: string;
  lastStatus: number | null;
  lastError: string | null;
  tries: readonly { milliseconds: number }[];
  answer: string | null;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const answerWords = useAnswerWords();
  const time = `${number(tries.at(-1)?.milliseconds ?? 0)} ms`;
  const took = status === 'DELIVERED';
  const said = answer?.split('\n\n').slice(1).join('\n\n').trim() ?? '';
  return (
    <Alert
      severity={took ? 'success' : 'error'}
      onClose={onClose}
      sx={{ '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } }}
    >
      <AlertTitle>{took ? t('webhooks.testDone') : t('webhooks.testFailed')}</AlertTitle>
      {took
        ? t('webhooks.testDoneText', { status: lastStatus, time })
        : t('webhooks.testFailedText', { reason: answerWords(lastError, lastStatus), time })}
      {said !== '' && (
        <Box
          component="code"
          sx={{ display: 'block', mt: 2, fontSize: 12, whiteSpace: 'pre-wrap' }}
        >
          {said.slice(0, 500)}
        </Box>
      )}
    </Alert>
  );
}
