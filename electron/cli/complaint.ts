/** A failure in a sentence for the person at the terminal. */
export class Complaint extends Error {}
