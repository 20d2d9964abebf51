import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import { Link } from 'react-router';
import type { Incident } from '../../../../contract/api/healing.ts';
import { useWhy } from '../../../parts/monitoring/linkError.ts';
import {
  incidentAddress,
  useIncidentSentence,
} from '../../../parts/monitoring/useOpenIncidents.ts';
import type { Connector } from './kinds.ts';

/**
 * The problem of a connector in a list: the open incident of one that is bound, else its last error, red
 * where its link is closed.
 */
export function ProblemCell({
  connector: { lastError, state },
  incident,
}: {
  connector: Pick<Connector, 'lastError' | 'state'>;
  incident: Incident | undefined;
}) {
  const why = useWhy();
  if (incident) return <IncidentLink incident={incident} />;
  if (lastError === null) return null;
  return (
    <Tooltip describeChild title={`${why(lastError)} (${lastError})`}>
      <Box
        component="span"
        sx={(theme) => ({
          ...(state === 'CLOSED' && {
            color: theme.vars?.palette.tone.error.text,
            fontWeight: 550,
          }),
        })}
      >
        {why(lastError)}
      </Box>
    </Tooltip>
  );
}

/** An open incident in a few words, with the way to it. */
export function IncidentLink({ incident }: { incident: Incident }) {
  const { sentence, brief } = useIncidentSentence();
  return (
    <MuiLink
      component={Link}
      to={incidentAddress(incident)}
      title={sentence(incident)}
      sx={(theme) => ({ color: theme.vars?.palette.tone.warning.text })}
    >
      {brief(incident)}
    </MuiLink>
  );
}
