import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../ui/figures/figures.tsx';
import { SideScroll } from '../ui/page/layout.tsx';
import { Section } from '../ui/page/Page.tsx';

type Problem = { line: number; message: string };

/** The rows of a file that are left out, each with its column and its reason; nothing where there are none. */
export function LeftOutRows<P extends Problem>({
  title,
  heads,
  problems,
  columnOf,
  onAgain,
}: {
  title: string;
  heads: { line: string; column: string; why: string };
  problems: readonly P[];
  columnOf(problem: P): string;
  /** Goes back to the choice of a file. */
  onAgain(): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (problems.length === 0) return null;
  return (
    <Section
      title={title}
      flush
      action={
        <Button size="small" variant="outlined" color="inherit" onClick={onAgain}>
          {t('fromFile.replace')}
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 3 }}>
        {t('fromFile.correct')}
      </Typography>
      <SideScroll>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: { sm: 72 } }}>{heads.line}</TableCell>
              <TableCell>{heads.column}</TableCell>
              <TableCell>{heads.why}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {/* A line can have several problems. */}
            {problems.map((problem, index) => (
              <TableRow key={index}>
                <TableCell>{number(problem.line)}</TableCell>
                <TableCell>{columnOf(problem)}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{problem.message}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </SideScroll>
    </Section>
  );
}
