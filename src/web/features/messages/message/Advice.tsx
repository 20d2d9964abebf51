import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useAdvice } from '../../../parts/outcomes/useAdvice.ts';

/** Explains a failed status in plain words, with advice. */
export function Advice({ message }: { message: Parameters<typeof useAdvice>[0] }) {
  const advice = useAdvice(message);
  return advice === undefined ? null : (
    <Alert severity={advice.severity}>
      <AlertTitle>{advice.title}</AlertTitle>
      {advice.text}
    </Alert>
  );
}
