/** A text that may name an order; everything else is refused before the service is asked. */
export const isSearchable = (text: string): boolean => /^[\w:.-]{4,200}$/.test(text);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the form of an id of the service, such as that of an order. */
export const isId = (text: string): boolean => UUID.test(text);

/** True for 32 bytes in hexadecimal, such as a reference. */
export const isWord = (text: string): boolean => /^0x[0-9a-f]{64}$/i.test(text);

/** True for a text that may be a transaction of some chain. */
export const isTransaction = (text: string): boolean => /^[A-Za-z0-9_]{32,100}$/.test(text);

/** True for the form of a task's id, which its submitter may choose. */
export const isTaskId = (text: string): boolean => /^[A-Za-z0-9._:-]{1,100}$/.test(text);
