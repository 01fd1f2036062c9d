import { list } from './words.ts'

/**
 * What files of one topic are made of. Lines are templates (`fill`), in a small notation:
 * - `old => new`: a good assistant may one day replace the first text by the second;
 * - `Key: value >< other`: a settled fact, and a value that would contradict it;
 * - `? text`: a line that will be outdated soon and may be removed.
 * A template is used once in a file at most, so that no two lines of a file disagree.
 */
export interface Topic {
  readonly folder: string
  readonly names: readonly string[]
  readonly facts: readonly string[]
  readonly section: string
  readonly items: readonly string[]
  readonly log?: readonly string[]
}

const PEOPLE: Topic = {
  folder: 'people',
  names: list(
    'amara, bruno, celeste, dmitri, eun-ji, fatima, gabriel, hanne, isaac, jørgen, kaori, leila, mateo, ' +
      'noor, olga, paul, renée, stefan, tessa, yusuf',
  ),
  facts: [
    'Relation: {relation}',
    'Birthday: {day} {month} >< {day2} {month2}',
    'Phone: {phone} => Phone: {phone2}',
    'Lives in: {city} => Lives in: {city2} (moved on {later})',
    'Works as: {job}',
    'Partner: {person}',
    'Last met: {date} => Last met: {later}',
    'Allergy: peanuts >< none',
  ],
  section: 'Notes',
  items: [
    '- Enjoys {hobby} and goes every {weekday}',
    '- Met at {place} through {person}',
    '- Still has {thing} of ours => - Gave {thing} back on {later}',
    '- Does not eat meat; loved the {food}',
    '- Was a {job} before the present job',
    '- Children: {person} ({n}) and {person2} ({n2})',
    '- Best reached by message after {time} => - Best reached by message, after {time}, not by phone',
    '? - Staying in {city} until {date}',
    '- Learning Portuguese, lesson {n} of 20 => - Learning Portuguese, lesson 1{n2} of 20',
    '- Likes getting postcards from {city}',
    '- Recommended the book {book}',
    '- We owe {amount} euros for the tickets => - Paid back the {amount} euros for the tickets',
    '- Plays in a quartet with {person}',
    '- [ ] Ask about the new flat',
    '- [ ] Send the photos from {city}',
    '- Prefers tea to coffee in the evening',
  ],
}

const TRAVEL: Topic = {
  folder: 'travel',
  names: list(
    'lisbon-spring, kyoto-autumn, bergen-fjords, vienna-weekend, porto-conference, alps-hut-tour, ' +
      'dublin-family, zürich-day-trip, tallinn-ferry, seville-wedding, lake-camping, northern-lights',
  ),
  facts: [
    'Dates: {date} to {later}',
    'Hotel: {hotel} => Hotel: {hotel2} (rebooked, closer to the centre)',
    'Booking number: {phone} >< {phone2}',
    'Budget: {amount} euros => Budget: {amount2} euros',
    'Train leaves at: {time} => Train leaves at: {time2}',
    'Travelling with: {person}',
    'Checked for changes: {date} => Checked for changes: {later}',
  ],
  section: 'Plan',
  items: [
    '- [ ] Book the seats, by the window if possible',
    '- [ ] Print the tickets',
    '- [ ] Pack {thing}',
    '- [ ] Tell {person} the arrival time',
    '- [ ] Change {amount} euros into cash',
    '- Day {n}: walk to {place}, then dinner with {person}',
    '- The museum is closed on {weekday}',
    '- {person} recommended the {food} near {place}',
    '? - Waiting for the confirmation of the hotel by {date}',
    '- Day ticket for the tram costs {n} euros => - Day ticket for the tram costs {n2} euros',
    '- Luggage may be left at {place} until {time}',
    '- The ferry takes {n} hours and has no card payment on board',
    '- If it rains: the indoor pool, open until {time}',
    '- We have two of four tickets => - We have three of four tickets',
  ],
}

const PROJECTS: Topic = {
  folder: 'projects',
  names: list(
    'garden-shed, family-archive, photo-book, website-relaunch, thesis, choir-concert, bike-rebuild, ' +
      'street-party, podcast, language-course, loft-insulation, recipe-app, marathon, charity-sale',
  ),
  facts: [
    'Status: planning => Status: under way',
    'Progress: three of five parts done => Progress: four of five parts done',
    'Deadline: {later} => Deadline: {later2}',
    'Budget: {amount} euros => Budget: {amount2} euros',
    'Lead: {person}',
    'Started on: {date} >< {later}',
    'Next review: {date} => Next review: {later}',
  ],
  section: 'Tasks',
  items: [
    '- [ ] Ask {person} for a quote',
    '- [ ] Collect {thing} from {place}',
    '- [ ] Write the first draft',
    '- [ ] Compare {n} offers',
    '- [ ] Agree on the date with {person}',
    '- [ ] Order what is missing, about {amount} euros',
    '- {n} of 12 chapters proofread => - All 12 chapters proofread',
    '- Material is stored at {place}',
    '- Decision: we keep it simple and skip the second stage',
    '? - Blocked until the permit arrives on {date}',
    '- Risk: the supplier needs {n} weeks => - Risk: the supplier needs {n} weeks, longer in summer',
    '- Meeting every {weekday} at {time} => - Meeting every {weekday2} at {time}',
    '- {person} knows somebody who did the same in {city}',
    '- Idea for later: a short film about it',
  ],
  log: [
    'spoke to {person} about {topic}',
    'finished step {n}, {n2} hours of work',
    'spent {amount} euros on materials',
    'no progress, {person} was ill',
    'second draft sent to {person}',
    'moved everything to {place}',
    'tested it with {n} people, mostly positive',
  ],
}

const WORK: Topic = {
  folder: 'work',
  names: list(
    'team, one-on-ones, hiring, client-lindqvist, client-okafor, release-process, standups, training, ' +
      'quarterly-goals, support-rota, architecture-notes, conference-talk',
  ),
  facts: [
    'Contact: {person} => Contact: {person2} (took over on {later})',
    'Room: {n}.{n2}',
    'Regular time: {weekday}, {time} => Regular time: {weekday2}, {time}',
    'Customer number: {phone} >< {phone2}',
    'Goals reached: two of six => Goals reached: three of six',
    'Last updated: {date} => Last updated: {later}',
  ],
  section: 'Points',
  items: [
    '- {person} helps with {topic}',
    '- Send {topic} to {person} before {weekday}',
    '- [ ] Review {topic}',
    '- [ ] Prepare slides about {topic} for {person}',
    '- [ ] Answer the questions of {person}',
    '- Short written updates work better than calls => - Short written updates work better here than calls',
    '- Invoices are paid within {n} weeks',
    '? - The usual room is being painted until {date}',
    '- The demo takes {n} minutes => - The demo takes {n2} minutes',
    '- Agreed with {person}: agenda a day before',
    '- Feedback from {person}: clearer titles, fewer charts',
    '- The screen in the room has no sound',
  ],
  log: [
    'discussed {topic} with {person}',
    '{person} presented {topic}',
    'decided to postpone {topic} by {n} weeks',
    '{n} open questions about {topic}',
    'agreed that {person} drafts {topic}',
  ],
}

const RECIPES: Topic = {
  folder: 'recipes',
  names: list(
    'lentil-soup, plum-cake, sourdough, shakshuka, gnocchi, miso-aubergine, crêpes, birthday-cake, ' +
      'potato-gratin, granola, kimchi, apple-crumble',
  ),
  facts: [
    'Serves: {n} => Serves: {n2}',
    'From: {person} >< {person2}',
    'Takes: {pages} minutes => Takes: {pages2} minutes',
    'Last cooked: {date} => Last cooked: {later}',
    'Goes with: {food}',
  ],
  section: 'Ingredients and notes',
  items: [
    '- {amount} g flour',
    '- {n} eggs => - {n} eggs, at room temperature',
    '- {n} tablespoons of olive oil => - {n2} tablespoons of olive oil',
    '- A pinch of salt',
    '- {pages} ml milk',
    '- {person} leaves out the sugar',
    '- Rest the dough for {n} hours, overnight is better',
    '- Bake at 180 °C until golden => - Bake at 190 °C until golden',
    '- Freezes well for {n} months',
    '- Served at the party with {food}; nothing was left',
    '? - Cinnamon is used up, buy some by {date}',
    '- [ ] Try it with oat milk',
  ],
}

const READING: Topic = {
  folder: 'reading',
  names: ['novels', 'history', 'book-club', 'science', 'poetry', 'audiobooks', 'with-the-children', 'wish-list'],
  facts: [
    'Finished this year: {n} => Finished this year: 11',
    'Now reading: {book} => Now reading: {book2}',
    'List begun on: {date} >< {later}',
    'Last updated: {date} => Last updated: {later}',
  ],
  section: 'Books',
  items: [
    '- [ ] {book}, lent by {person}',
    '- [ ] {book}, about 300 pages',
    '- [ ] {book}, praised by {person} and {person2}',
    '- {book}: page {pages} of 320 => - {book}: finished on {later}',
    '- {book}: slow start, wonderful ending',
    '- {book}: given up after {pages} pages',
    '- {person} would like {book} as a present',
    '? - {book} is due at the library on {date}',
    '- {book}: two of three volumes read => - {book}: all three volumes read',
    '- Quote from {book}: "Nobody hurries in a garden."',
    '- {person} is reading {book} as well; talk about it',
  ],
}

const CHECKLISTS: Topic = {
  folder: 'checklists',
  names: list(
    'weekly-shopping, moving-house, winter-tyres, tax-return, camping, new-phone, spring-cleaning, ' +
      'party, school-start, car-inspection',
  ),
  facts: [
    'Done: two of nine => Done: three of nine',
    'Helper: {person}',
    'Due: {later} => Due: {later2}',
    'Last gone through: {date} => Last gone through: {later}',
  ],
  section: 'To do',
  items: [
    '- [ ] Call {person} about {thing}',
    '- [ ] Check {thing}',
    '- [ ] Look for the receipts from {month}',
    '- [ ] Clean behind the fridge',
    '- [ ] Buy {n} boxes and strong tape',
    '- [ ] Bring {thing} to {place}',
    '- [ ] Pay the deposit of {amount} euros',
    '- [x] Ask {person} for help',
    '- [x] Find out the opening hours of {place}',
    '- [ ] Make {food} for {n} people',
    '- [ ] Write to {person} in {city}',
    '? - [x] Return {thing} to the shop by {date}',
  ],
}

/** The topics of which a memory has several files. */
export const TOPICS: readonly Topic[] = [PEOPLE, TRAVEL, PROJECTS, WORK, RECIPES, READING, CHECKLISTS]
