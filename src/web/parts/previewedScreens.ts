import { createContext, type ComponentType } from 'react';

/** Whole screens for the preview of a brand: the frame of the portal with the dashboard in it. */
export const PreviewedScreens = createContext<{ Portal: ComponentType } | null>(null);
