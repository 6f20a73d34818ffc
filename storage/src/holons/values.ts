/** The collection of holons in the search, and the topic of their events. */
export const HOLONS = 'holons';
