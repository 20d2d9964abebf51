import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../ui/figures/figures.tsx';

/** The rows and columns of a file that a preview shows. */
const SHOWN = 5;

/** Under the preview of a file: its size, and that not all of it is shown where that is so. */
export function PreviewNote({
  file,
  more = [],
}: {
  file: { readonly rowCount: number; readonly columns: readonly string[] };
  /** Further facts of the file. */
  more?: readonly string[];
}) {
  const { t } = useTranslation();
  const { rows } = useFormat();
  const size = {
    rows: rows(file.rowCount),
    columns: t('fromFile.columns', { count: file.columns.length }),
  };
  const whole = file.rowCount <= SHOWN && file.columns.length <= SHOWN;
  return (
    <Typography
      variant="body2"
      color="textSecondary"
      sx={(theme) => ({ px: 4, py: 3, borderTop: `1px solid ${theme.vars?.palette.divider}` })}
    >
      {[
        `${t(whole ? 'fromFile.previewWhole' : 'fromFile.previewOf', size)} ${t('fromFile.trimmed')}`,
        ...more,
      ].join(' · ')}
    </Typography>
  );
}
