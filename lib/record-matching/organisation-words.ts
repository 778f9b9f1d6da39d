/**
 * What words of a house's name say, in the languages of the data: each idea with the words for it, as patterns of whole words that
 * are folded already. Two names with the same ideas in other words are one, and one idea more makes another house of it.
 */
const IDEAS = {
  // What sort of house it is.
  university:
    "univ|uni|universi[td]\\w*|uniwersyte\\w*|universyte\\w*|univerz\\w*|\\w*egyetem\\w*|yliopisto\\w*|korkeakoul\\w*|sveucilis\\w*|panepistimi\\w*|ulikool\\w*|haskoli\\w*|unibertsit\\w*|prifysgol|unversit\\w*|daigaku|daxue|daehakgyo|ollscoil|jamiat?|yuniversit\\w*",
  hochschule:
    "fachhochschul\\w*|hochschul\\w*|\\w*hogeschool|hogskol\\w*|hogskul\\w*|\\w*ho[yj]skol\\w*|ammattikorkeakoul\\w*|\\w*hochschulen|fh|hs|haw|uas|foiskola\\w*|akademien|veleucilist\\w*|augstskol\\w*|\\w*korgkool\\w*|professionshojskol\\w*|kolegij\\w*",
  academy: "aka[dt]em\\w*|accademi\\w*|academ\\w*|acad",
  institute: "instit\\w*|istitut\\w*|instytut\\w*|ustav\\w*|intezet\\w*|inst|institiuid|zavod|laitos|idryma",
  center:
    "zentr(?:um|en|ums)|cent(?:er|re|ro|ros|rum|ar|rul)|kozpont\\w*|keskus|centers|centres|kentro|keskuksen|centras|centrs",
  college: "colleges?|colegio\\w*|kollegs?|kollegium|xueyuan|colaiste",
  school:
    "schul(?:e|en)|schools?|escol\\w*|escue?l\\w*|ecol(?:e|es)|scuol\\w*|skol\\w*|u[cz]h?ili[sš]\\w*|szkol\\w*|shkol\\w*|lyce\\w*|liceo",
  faculty:
    "fa[ck]ul[td]\\w*|facolta|wydzial\\w*|fachbereich\\w*|dep(?:ar)?t(?:a?men?t)?\\w*|department\\w*|abteilung|dipartimento|departament\\w*|lehrstuhl|chair",
  hospital:
    "klinik\\w*|clini[cq]\\w*|hospita\\w*|hopita\\w*|krankenh\\w*|spita\\w*|sygehus\\w*|sairaala\\w*|ospedal\\w*|policlinic\\w*|poliklinik\\w*|szpital\\w*|nemocnic\\w*|ziekenhuis|healthcare",
  city: "stadt|stadte|city|cities|municipal\\w*|gemeinde|kommune|comune|ville|ayuntamiento|gemeente|ajuntament|landeshauptstadt|commune|gmina|obcina|opcina|concello",
  society: "gesellschaft|society|sociedad\\w*|societ[ae]\\w*",
  association: "verband|verein|vereinigung|associa\\w*|asocia\\w*|associazione|federation|bund|union|unio",
  foundation:
    "stiftung|stiftelsen|foundation|fundaci\\w*|fundaca\\w*|fondazione|fondation|stichting|saatio|nadac\\w*|fundacja|vakfi|alapitvany",
  chamber: "kammer|handelskammer|chamber|camara|camera|odasi",
  ministry: "minister\\w*|ministr\\w*|bundesminist\\w*|council|rat",
  museum: "muse\\w*",
  library: "bibliot\\w*|librar\\w*",
  campus: "campus|standort|sede|extension",
  // Whose it is.
  state:
    "state|estado|estadual\\w*|estatal|statal\\w*|land(?:es)?|gosudarstvenn\\w*|derzhavn\\w*|drzavn\\w*|panstwow\\w*|allami|negeri|devlet",
  national: "national\\w*|nacional\\w*|nazional\\w*|narodo\\w*|nationala|ethnik\\w*|natsional\\w*",
  federal: "federal\\w*|bundes|eidgenossisch\\w*",
  private: "priva\\w*",
  catholic: "katholi\\w*|catholi\\w*|catoli\\w*|cattolic\\w*|katoli\\w*|pontific\\w*|pontifici\\w*",
  protestant: "evangelisch\\w*|protestant\\w*|evangelical|lutheris\\w*|lutheran",
  islamic: "islami\\w*",
  christian: "christian|christlich\\w*|cristian\\w*",
  royal: "royal|kungliga|konigliche\\w*|koninklijke",
  autonomous: "autonom\\w*",
  free: "frei(?:e|en|er)?|libera|vrije|libre|free|svobod\\w*",
  international: "international\\w*|internacional\\w*|internazional\\w*|internacionaln\\w*|diethnes|world|weltweit",
  european: "europ\\w*|euro",
  american: "america[n]?|americana|amerikanisch\\w*",
  community: "community",
  women: "wom[ae]ns?|frauen|joshi",
  open: "open|distance|distancia|fern(?:universitat|hochschule)?|abierta|aberta|oberta|online|virtual|global|openuniv\\w*",
  dual: "duale?",
  // What it does.
  technical:
    "techni[ckq]\\w*|technisch\\w*|technolog\\w*|tecnolog\\w*|tecni\\w*|teknil\\w*|tekni\\w*|tehni\\w*|teknolog\\w*|muszaki|pol[iy]te[ck]\\w*|politehn\\w*|polyte\\w*|tech|technik|techniques|technologi\\w*|teknillinen|technologik\\w*|kogyo|kogaku|ligong|teicneolaiocht\\w*",
  medical:
    "medi[cz]i?n\\w*|medical|medica|medicas|medyczn\\w*|medizin\\w*|medicale|meditsin\\w*|lekars\\w*|zdravotn\\w*|medic|orvos\\w*|iatrik\\w*|laaketiet\\w*|tibbi|ika",
  dental: "dental|zahn\\w*|dentist\\w*",
  veterinary: "veterin\\w*|tierarzt\\w*|weterynar\\w*",
  pharmacy: "pharma\\w*|farma\\w*",
  health:
    "health|gesundheit\\w*|salud|saude|sante|salute|nursing|pflege|zdravstv\\w*|zdrowia|sveikatos|helse|sundhed\\w*|gezondheid\\w*|enferm\\w*|kesehatan|infirm\\w*",
  agricultural:
    "rural|agr[aiou]\\w*|landwirtschaft\\w*|bodenkultur|lantbruk\\w*|rolnicz\\w*|gospodarstwa|wiejskiego|landbouw|forst\\w*|forest\\w*|zemedelsk\\w*|polnohospodar\\w*|poljoprivred\\w*|geoponik\\w*|lauksaimniec\\w*|maatalou\\w*|landbruk\\w*|landbrug\\w*|pertanian|nongye|lesnick\\w*|tarim",
  economic:
    "econom\\w*|ekonom\\w*|wirtschaft\\w*|okonom\\w*|gazdasag\\w*|handels|business|commerc\\w*|bwl|keizai|kozgazda\\w*|oikonom\\w*|gospodarcz\\w*|ekonomsk\\w*|bedrijf\\w*|iktisa\\w*",
  management: "management|verwaltung\\w*|administra\\w*|manager\\w*|gestion|finance|banking|bank",
  music:
    "mus(?:ik|ic|ica|iqu|icale|iche|yki|ical)\\w*|muzy\\w*|muzi\\w*|conservator\\w*|konservator\\w*|zene\\w*|hudobn\\w*|hudebn\\w*|muusika\\w*|glasb\\w*",
  arts: "kunst\\w*|kunste\\w*|arts?|artes|arte|artist\\w*|bildend\\w*|sztuk|gestaltung|design|darstellend\\w*|fine|beaux|pieknych|muvesz\\w*|umelec\\w*|umeni|umjetnos\\w*|umetnos\\w*|dailes|sanat\\w*|geijutsu|vytvarn\\w*|arti|taide\\w*|konst",
  theatre: "theat\\w*|teat\\w*|film\\w*|fernsehen|television|schauspiel\\w*|tanz|dance|drama",
  pedagogical:
    "padagog\\w*|pedagog\\w*|education(?:al)?|educac\\w*|educaz\\w*|teachers?|ucitelj\\w*|lehrer\\w*|ensenanza|erziehung\\w*|edukacij\\w*|pendidikan|egitim|kyoiku|shifan|vychov\\w*|ekpaideu\\w*|ekpaidef\\w*|invatamant\\w*|larar\\w*",
  sport: "sports?|sportwissen\\w*|physical|deporte",
  law: "rechtswissen\\w*|law|jurid\\w*|jura|derecho|diritto|droit|direito|giurisprudenza|prawa|pravn\\w*",
  engineering:
    "engineer\\w*|ingenieur\\w*|ingegneria|ingenieria|engenharia|inzenyr\\w*|strojnist\\w*|masinsk\\w*|strojarst\\w*|strojirensk\\w*",
  natural: "przyrodnicz\\w*|life|natur\\w*",
  social: "sozial\\w*|social\\w*|soziale|spoleczn\\w*|drustven\\w*|druzben\\w*",
  human: "human\\w*|geistes\\w*|lettres|letras|philologi\\w*|linguist\\w*|sprache\\w*|lettere",
  theology: "theolog\\w*|teolog\\w*",
  philosophy: "philosoph\\w*|filosof\\w*|filozof\\w*",
  police: "poli[zcs](?:ei|e|ia|ey|ija)\\w*",
  defence: "bundeswehr|defen[cs]e|militar\\w*|armed",
  maritime: "juras|marit\\w*|morska|nautic\\w*|seefahrt|marine|naval|morsk\\w*|pomor\\w*|meri",
  physics: "physi[ckq]\\w*|fizik\\w*|fisica|physique",
  chemistry: "chemi\\w*|chimi\\w*|kemi\\w*|quimi\\w*",
  mathematics: "mathemat\\w*|matemat\\w*",
  informatics: "informati\\w*|comput\\w*|komputer\\w*|it",
  biology: "biolog\\w*|biotech\\w*|molekular\\w*",
  energy: "energ\\w*|solar\\w*",
  mining:
    "mines|mining|bergbau|bergakademie|montan\\w*|metallurg\\w*|gornicz\\w*|hutnicz\\w*|bansk|banick\\w*|madencilik",
  flight: "luft|raumfahrt|a(?:e)?rospace|aviation|aviat\\w*|ae?ronaut\\w*|spac(?:e|ial)",
  science:
    "scienc(?:es?|ias?)|scientifi\\w*|appliqu\\w*|aplicad\\w*|scienz\\w*|wissen\\w*|cienc\\w*|nauk\\w*|scienz\\w*|ved|angewandt\\w*|applied|wetenschap\\w*|vetenskap\\w*|videnskab\\w*|vitenskap\\w*|tudomany\\w*|stiint\\w*|znanost\\w*|mokslo|mokslu|zinatn\\w*|teadus\\w*|bilim\\w*|tiede\\w*|tieteid\\w*|vied|sains|ilmu",
  research:
    "cercet\\w*|recerca|forschung\\w*|research\\w*|recherche\\w*|investiga\\w*|ricerc\\w*|pesquisa|badan|badawcz\\w*|committee|forskning\\w*|tutkimu\\w*|onderzoek\\w*|kutat\\w*|vyzkum\\w*|vyskum\\w*|istraziv\\w*|raziskov\\w*|tyrim\\w*|petniec\\w*|petijum\\w*|uurimis\\w*|arastirma\\w*|er[ei]vn\\w*|ereun\\w*|issledovatel\\w*|penelitian|investigacio\\w*",
  industry: "industr\\w*",
  environment: "umwelt\\w*|environ\\w*|ambient\\w*|miljo\\w*|srodowisk\\w*|okolj\\w*|okolis\\w*|zivotn\\w*|medio",
  development: "entwicklung\\w*|develop\\w*|desarrollo|desenvolvimento|sviluppo|dezvoltare|razvoj",
  transport: "transport\\w*|verkehr\\w*|trasport\\w*|dopravn\\w*|saobracaj\\w*",
  communication: "commun\\w*|kommunikation\\w*|comunica\\w*|telecom\\w*",
  electronics: "ele[ck]tron\\w*|ele[ck]tr[io]\\w*",
  region: "region\\w*",
  agency: "agenc\\w*|agenzia|agentur\\w*|agence",
  laboratory: "labor\\w*|labs?",
  consortium: "consor[tcz]\\w*|konsorti\\w*",
  construction: "constru\\w*|civil|bauwesen|bauingenieur\\w*|building|stavebn\\w*|gradbeni\\w*|gradevin\\w*|budown\\w*",
  culture: "[ck]ultur\\w*",
  architecture: "ar[ck]hite[ck]t\\w*|arquitect\\w*",
  politics: "politi(?:c|k|qu)\\w*",
  support: "apoio|freunde|forderverein|alumni|friends|support",
  innovation: "innovat\\w*|innovac\\w*",
  transfer: "transfer\\w*",
  services: "marketing|services?|consult\\w*",
  holding: "ventures?|holding|beteiligung\\w*",
  german: "deutsch\\w*|german\\w*|aleman\\w*|allemand\\w*",
  // Where of something it lies.
  north: "nord|north|northern|norte|severn\\w*",
  south: "sud|sudlich\\w*|south|southern|sur|sul|jihocesk\\w*",
  east: "ost|east|eastern|este|ostlich\\w*|vychod\\w*",
  west: "west|western|oeste|westlich\\w*|ouest|zachod\\w*|zapado\\w*",
  northeast: "northeast(?:ern)?|nordost\\w*",
  northwest: "northwest(?:ern)?|nordwest\\w*",
  southeast: "southeast(?:ern)?|sudost\\w*",
  southwest: "southwest(?:ern)?|sudwest\\w*",
  central: "central|zentral(?:er|e|es)?|mid|mittel\\w*|centrale",
  new: "new|neu|neue|nov[aiyo]|nowy|nuev[oa]|nouvelle",
} as const;

export type Idea = keyof typeof IDEAS;

const patterns = Object.entries(IDEAS).map(([idea, words]) => [idea as Idea, new RegExp(`^(?:${words})$`)] as const);

/** The sorts of houses, of which one is not the other. */
export const SORTS: ReadonlySet<string> = new Set<Idea>([
  "university",
  "hochschule",
  "academy",
  "institute",
  "center",
  "college",
  "school",
  "faculty",
  "hospital",
  "city",
  "society",
  "association",
  "foundation",
  "chamber",
  "ministry",
  "museum",
  "library",
]);

/** What a house teaches: where both say so, whether it calls itself university, academy or school tells nothing. */
export const SUBJECTS: ReadonlySet<string> = new Set<Idea>([
  "music",
  "arts",
  "theatre",
  "pedagogical",
  "theology",
  "philosophy",
  "sport",
  "veterinary",
  "maritime",
  "mining",
  "defence",
  "police",
  "culture",
]);

/**
 * Factors on the similarity of two names of which only one has a concept; `LEFT_OUT_USUALLY`
 * applies to all others. Concepts that organisations often omit from their names cost less.
 */
export const LEFT_OUT: Readonly<Partial<Record<Idea, number>>> = {
  university: 0.97,
  science: 0.88,
  national: 0.8,
  private: 0.9,
  royal: 0.85,
  german: 0.8,
  research: 0.7,
  association: 0.85,
  society: 0.85,
  federal: 0.7,
  consortium: 0.8,
  management: 0.75,
  social: 0.8,
  natural: 0.55,
  european: 0.8,
  school: 0.75,
  academy: 0.7,
  engineering: 0.75,
  politics: 0.78,
};
export const LEFT_OUT_USUALLY = 0.55;

const known = new Map<string, Idea | null>();
/** Maximum number of cached words, because they come from user input. */
const MAX_KNOWN = 50_000;

/**
 * Returns the concept of a folded word in an organisation's name, or null for a distinguishing
 * word.
 */
export function ideaOf(word: string): Idea | null {
  const before = known.get(word);
  if (before !== undefined) return before;
  const idea = patterns.find(([, pattern]) => pattern.test(word))?.[0] ?? null;
  if (known.size < MAX_KNOWN) known.set(word, idea);
  return idea;
}
