import { foldCollapsed } from "../fold";

/**
 * Places that languages call differently, from public knowledge: the first name of each line stands for all. Adjectives that name
 * houses stand among them.
 */
const PLACES = `
munchen munich monaco monachium mnichov monaghium
wien vienna vienne viena wieden becs dunaj wiener
koln cologne colonia kolner kolonia
zurich zurigo zurcher zurichs
genf geneva geneve ginevra ginebra
basel basle bale basilea basler
bern berne berna berner
luzern lucerne lucerna
freiburg fribourg friburgo
neuchatel neuenburg
lausanne losanna
sion sitten
valencia valence
sevilla seville siviglia
zaragoza saragossa
cordoba cordova
gerona girona
lleida lerida
alicante alacant
baleares balears balearic
catalunya cataluna catalonia katalonien
andalucia andalusien andalusia
lisboa lisbon lissabon lisbonne
porto oporto
coimbra
roma rome rom
milano milan mailand
torino turin
venezia venice venedig venise
firenze florence florenz
napoli naples neapel
genova genoa genua
padova padua
mantova mantua
siracusa syracuse
bologna bolonia
sardegna sardinien sardinia
sicilia sizilien sicily
toscana toskana tuscany
trento trient
bolzano bozen
aquila laquila
tuscia viterbo
paris parigi pariser
lyon lione
marseille marsiglia
strasbourg strassburg estrasburgo strasburgo
nizza nice
bruxelles brussels brussel brussel brusel
leuven louvain lowen
gent ghent gand
antwerpen antwerp anvers
luttich liege luik
brugge bruges
hag hague haag haye
leiden leyden
groningen groninga
warszawa warsaw warschau warszawski warszawska varsovie
krakow cracow krakau krakowski krakowska krakowie
wroclaw breslau wroclawski wroclawska wroclawiu
gdansk danzig gdanski gdanska
poznan posen poznanski poznanska poznaniu
lodz lodzi lodzki lodzka
szczecin stettin szczecinski szczecinska szczecinie
slask silesia slaski slaska schlesien
katowice katowicach kattowitz
torun thorn toruniu
lublin lubelski lubelska lublinie
olsztyn olsztynie
warminsko warmia wamia
mazurski mazury masuria masurien
jagiellonski jagiellonian jagiellonen
praha prague prag praze prazska
brno brunn brne
plzen pilsen plzni
olomouc olmutz olomouci
bohemia bohmen cechy
ostrava ostrau ostravska ostrave
bratislava pressburg bratislave
kosice kaschau kosiciach
zilina ziline zilinska
zvolen zvolene
bystrica bystrici
banska banskej
charles karlova karlovy
aristoteles aristotelio aristotle
budapest budapesti
szeged szegedi
miskolc miskolci
pecs pecsi
debrecen debreceni
ljubljana ljubljani laibach
maribor mariboru
gorica gorici
zagreb zagrebu agram
split splitu
rijeka rijeci
beograd belgrade belgrad beogradu
nis nisu
sad sadu
luka luci
sarajevo sarajevu
bucuresti bucharest bukarest
iasi jassy
cluj klausenburg
brasov kronstadt
sofia sofija
plovdiv
athina athens athen athenes athinon
thessaloniki thessalonikis saloniki salonica
ioannina ioanninon
patras patron patra
crete kriti kritis kreta
thrace thrakis
agais aigaiou aegean agean
kypros kyprou cyprus zypern
istanbul
moskva moscow moskau
petersburg
kiyv kiev kyiv kiew
lviv lemberg lvov
kharkiv kharkov charkiw
minsk
vilnius vilniaus wilna
kaunas kauno
latvia latvijas latvian lettland
lietuva lietuvos lithuania lithuanian litauen
eesti estonia estonian estland
magyar hungary hungarian ungarn
romana romania romanian rumanien
bulgaria bulgarian bulgarien bulgarska balgarska
rossija russia russian russland russische
ukraina ukraine ukrainian ukrainische
elliniko elliniki ellinikos ellados ellada hellenic greece greek griechenland
eire ireland irish irland
scotland scottish schottland
wales welsh
portugal portuguesa portuguese
luxembourg luxemburg
peloponnisos peloponnisou peloponnese
thessalia thessalias thessaly
makedonia makedonias macedonia mazedonien
pireas pireos piraeus
coruna corunna
vasco euskal basque baskenland
navarra navarre nafarroa
castilla castile kastilien
piemonte piedmont
acores azores
bretagne brittany
normandie normandy
bourgogne burgundy
savoie savoy
corse corsica corsican
nijmegen nimwegen
bialystok bialymstoku bialostocka
rzeszow rzeszowie rzeszowski rzeszowska
opole opolski opolska opolu
liberec liberci
trnava trnave trnavska
presov presove
primorska primorskem littoral
osijek osijeku
kragujevac kragujevcu
tuzla tuzli
skopje skopie
timisoara temeswar
sibiu hermannstadt
odesa odessa
klaipeda klaipedos
siauliai siauliu
lappi lapland lapin
ticino tessin
riga rigas
tartu dorpat
tallinn tallinna reval
helsinki helsingin helsinky helsingfors
tampere tampereen tammerfors
turku turun abo
jyvaskyla jyvaskylan
oulu oulun
stockholm stockholms
goteborg gothenburg goteborgs
linkoping linkopings
umea
lund lunds
kobenhavn copenhagen kopenhagen kobenhavns
arhus aarhus
alborg aalborg
oslo
bergen
reykjavik
dublin
london londres londra
edinburgh
bejing beijing peking pekin
tokyo tokio
guangzhou canton
seoul
hanoi
oviedo
vic
nurnberg nuremberg
hannover hanover
braunschweig brunswick
hamburg hambourg
dresden dresde
mainz mayence
trier treves
koblenz coblenz
regensburg ratisbon
luneburg luneburger
westfalen westfalische westfalisch westfalischen westphalia westphalian
bayern bavaria bayerische bayerischen bavarian
niedersachsen
sachsen saxony sachsische
brandenburg brandenburgische brandenburgischen
thuringen thuringia thuringer
hessen hesse hessische
preussen prussia
rhein rhine
niederrhein
mittelrhein
steiermark styria
karnten carinthia
tirol tyrol
vorarlberg
osterreich austria autriche osterreichische osterreichischen austrian
schweiz switzerland suisse svizzera svizra swiss schweizer schweizerische schweizerischen
deutschland germany alemania allemagne
frankreich france francia francais francaise french franzosische
spanien spain espana espanol espanola spanish spanische
italien italy italia italiana italian italiano italienische
belgien belgium belgique belgian belgische
niederlande netherlands nederland nederlandse dutch niederlandische
danmark denmark dansk danske danmarks danish danemark
sverige sweden schweden sveriges swedish
norge norway norwegen norges norwegian norsk norske
suomi finland finnland suomen finnish finnische
polska poland polen polsko polish polski polskiej polskie polnische
cesky czech ceske ceska tschechische tschechien czechia
slovensko slovakia slovak slovenska slowakei slovenskej
slovenija slovenia slowenien slovenian slovene
hrvatska croatia kroatien hrvatski croatian
srbija serbia serbien srpska serbian
turkiye turkey turkei turkish turkische turk
japan japonska japanese
korea
china chinese chinesische
iceland islands icelandic islenska
malta maltese
`;

const canonical = new Map<string, string>();
for (const line of PLACES.trim().split("\n")) {
  const [first = "", ...more] = line.split(" ").map(foldCollapsed);
  for (const name of [first, ...more]) canonical.set(name, first);
}

/** Returns the canonical name of the place that a folded word names, or the word itself. */
export const placeOf = (word: string): string => canonical.get(word) ?? word;

/** Canonical names of the table. */
const firsts = new Set(canonical.values());
export const isPlace = (word: string): boolean => firsts.has(word);
