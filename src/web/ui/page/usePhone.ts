import useMediaQuery from '@mui/material/useMediaQuery';

/** True while the window is as narrow as a phone's, where lists are cards. */
export const usePhone = (): boolean => useMediaQuery('(max-width: 599.95px)');
