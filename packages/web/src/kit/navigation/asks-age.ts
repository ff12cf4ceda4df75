const { ages } = document.documentElement.dataset;

/** Elsewhere, nothing of ages and families shows, except to families that began while it did. */
export const asksAge = ages === 'on';

/** Whether there can be families: the service asks for ages, or has links from a time when it did. */
export const hasFamilies = ages !== undefined;
